"""What a line of the log says: an ordinary refusal in one line without a traceback, and never the token of a slip."""

import logging
import re

TOKEN = re.compile(r"/t/(?:own/)?[^/\s?]+")
FAULTS = 500


class Discreet(logging.Filter):
    """Rewrites records; lets every one pass."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", FAULTS) < FAULTS:
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args = TOKEN.sub("/t/…", record.getMessage()), None
        vars(record).pop("request", None)  # Django's own, with the address once more; ours is the number of the request
        return True
