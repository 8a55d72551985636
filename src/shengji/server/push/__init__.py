"""Web Push: notifications for people without an open page, through browsers' push services.

`sender` sends a `CallToTable` to a person's browsers in the background; `push_services` is the
allowlist of hosts; `push_crypto` encrypts and signs. `tables.live` decides who is called and when.
"""
