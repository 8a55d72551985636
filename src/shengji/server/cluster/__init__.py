"""The cluster: communication between the nodes of one site.

`Bus` carries messages and requests between nodes, delivered at most once. `NatsBus` is the only
code that uses NATS. `Forwarder` forwards a request to the node that owns the addressed actor.
`SiteBus` broadcasts site-wide operations, which each node applies to its own tables. Nothing here
is durable: a lost message is recovered from the event log.
"""
