"""What `deploy/try` is made of: an engine (engine.py), stand-ins where no registry answers (stand_ins.py), the commands
of docs/operations.md (site.py), what is expected of each (steps.py), and who looks at the site from outside
(visitor.py). Standard library only.
"""
