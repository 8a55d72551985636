"""Web Push: calling people whose page is closed or asleep, through the push services of browsers.

What lives here: `sender`, which brings a `Call` to a person's browsers beside everything else;
`push_services`, the only hosts that anything is sent to; `sealing`, how it is encrypted and signed.
What may not: who is called and when, which is the tables' (`tables.live`).
"""
