"""Web Push: calling people whose page is closed or asleep, through the push services of browsers.

What lives here: `Courier`, which brings a `Call` to a person's browsers beside everything else;
`services`, the only hosts that anything is sent to; `sealing`, how it is encrypted and signed. What
may not: who is called and when, which is the tables' (`shengji.server.live`).
"""

from shengji.server.push.courier import Courier, Notice, Outcome
from shengji.server.push.push_services import service_of
from shengji.server.push.sealing import browser_keys, contact_of

__all__ = ["Courier", "Notice", "Outcome", "browser_keys", "contact_of", "service_of"]
