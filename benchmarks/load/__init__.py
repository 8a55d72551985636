"""The load test of the server: real sockets, legal hands, people's pace.

`python -m benchmarks.load` starts `shengji serve` on one core, and on the others crowds of clients
that play. What lives here: `door`, how a client comes in; `player`, one seat; `crowd`, a process
full of tables; `server`, the server under test; `report`, what is told of it; `returning` and
`checking`, two cases of their own: all come back at once, and some ask much; `side_by_side`, the
same tables on one process and on split roles.
"""
