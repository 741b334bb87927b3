"""Where Celery looks for what the screens ask of a worker."""

from web.archiving.jobs import make_archive
from web.documents.sets import make_documents

__all__ = ["make_archive", "make_documents"]
