"""Work that people ask for and no table waits for: replays, pictures, checks, drills, draws.

What lives here: `job_queue`, whose turn it is, and how much each may have done; `job_process`, the
process of its own, of the lowest priority, in which it is done, so that play comes before; and
`job_worker`, what runs in it. What may not: the jobs themselves, which are functions of the rooms
that know their subject, and import neither HTTP nor SQL, so that the process stays small.
"""
