"""The wire between the servers of one site.

What lives here: `Bus`, by which servers ask and tell each other, at most once; `NatsBus`, the one
place that knows NATS; `Forwarder`, which has a request answered by the server that owns what it is
about; `SiteBus`, which tells all servers what each must do at its own tables. What may not: any
fact that is kept. What was lost on the way is read from the log.
"""
