"""The base of all subjects: request context, authentication, errors, limits and sockets.

It has the pipeline of a request (`gate`, `services`, `errors`), the languages and texts of the
server, background jobs (`jobs`) and metrics. It knows no subject of the site.
"""
