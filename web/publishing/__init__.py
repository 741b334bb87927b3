"""Publishing: everything that the public reads is made once for everybody, and handed out until something changes.

What happens to a request for a public page, from the outside inwards:

1. nginx keeps a page to the end of the second, and hands it out while a new one is made (``config/caching.py``).
2. ``door``: the first middleware. If the way to this address is known and its page lies ready, it is answered here,
   before sessions, messages, locks against guessing and the search through the addresses. All else goes the whole way.
3. ``versions``: at which version is this event? Known in memory, read again from the database four times a second, and
   at once by whoever has just written (a cookie says which version he made). A page also changes without an event, when
   a round starts or a bell rings: the version of a page ends with the last of those moments.
4. ``pages``: the page of that version and language from the memory of the process, else from Valkey, which all
   processes share (``store`` keeps it in both), else made by whoever asks first, while the others in his process wait.
   It is compressed then and never again. The visitor who has it already gets 304.

Open pages are notified at the commit (``pulse``, by way of ``live``, a process of its own), and fetch themselves under
an address that names the version. ``pulse`` is also what they ask where nothing comes through.

There is one name for all of this, the version. Outside it is called ``edition`` in the message of the pulse, in
addresses and as an attribute of the page, for programs rely on it.

A view is published by ``pages.public_page`` (an address of the API by ``api.resources.Reading``), which marks it with
the attribute ``published``. Such a view gets a request without cookies, session, host or person, whoever asked.
"""
