"""The ground that all subjects stand on: who asks, what is refused and why, limits, sockets.

What lives here: what a request goes through (`gate`, `services`, `faults`), the languages and words
of the server, work beside play (`jobs`), metrics. What may not: anything of one subject.
"""
