"""Publishing: everything that the public reads is made once for everybody, and handed out until something changes.

What happens to a request for a public page, from the door inwards:

1. ``door``: the first middleware. If the way to this address is known and its page lies ready, it is answered here,
   before sessions, messages, locks against guessing and the search through the addresses. All else goes the whole way.
2. ``versions``: which version is this event at? Known in memory, read again from the database four times a second,
   and at once by whoever has just written (a cookie says which version he made).
3. ``timelines``: a page also changes without an event, when a round starts or a bell rings. The moments of a version
   are read once; the page holds until the next one.
4. ``pages``: the page of that version, this moment and this language, from the memory of the process, else from the
   ``store`` in Valkey that all processes share, else rendered once, while the others wait. ``encodings``: it is
   compressed then, and never again. The visitor who has it already gets 304.
5. ``press``: a process of its own that prints what is being read as soon as it changes, so that web processes need not.
   Meanwhile everybody reads the page that was right within the last second.
6. ``allowance``: where the press does not keep up, a web process may spend a part of its time on rendering, no more:
   entries at the tables come first. Beyond it readers get the older page, marked by ``Cache-Status: …; ttl=-<age>``,
   or where there is none, 503 with ``Retry-After``.

``pulse`` is what open pages ask: is mine still right, what time is it? It is answered at the door too.

A view is published by ``pages.public_page`` (an address of the API by ``api.resources.Reading``), which marks it with
the attribute ``published``. Such a view gets a request without cookies, session, host or person, whoever asked.
"""
