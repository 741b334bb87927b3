"""What `deploy/try` is made of: an engine (engine.py), stand-ins where no registry answers (stand_ins.py), the commands
of docs/operations.md (site.py), what is expected of each (all_steps.py), and who is outside (visitor.py). Standard
library only.
"""
