"""``python3 -m launch <command>``: what the Makefile, the Dockerfile and the compose file call."""

import sys

if sys.version_info < (3, 11):  # this file alone must still be readable to an old Python
    sys.exit("This project needs Python 3.11 or newer: install it, then say for example PYTHON=python3.11 make run.")

from launch.command_line import main

sys.exit(main(sys.argv[1:]))
