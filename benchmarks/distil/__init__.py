"""Teaching the networks that judge plays (`shengji.bots.policy.networks`).

The rule player plays itself. At some of its decisions each play that it weighs is tried, with the
rule player in every seat to the end: what that brings on average over decisions that look alike is
what the play is worth while everybody plays so. Networks are fitted to what was found; with them
the rule player plays better, and what it finds then is worth more.

    python -m benchmarks.distil collect --seconds 900 --seed 1
    python -m benchmarks.distil fit
    python -m benchmarks.distil compare FOLDER

`collect` writes a file to `build/distil`; several may run at once, with seeds of their own. `fit`
reads all files there and writes the networks of which there are decisions (`--teams friends`
collects those among friends alone); it says what their choices bring on decisions that they were
fitted to and on others. `compare` plays them against others, those of before for example.
"""
