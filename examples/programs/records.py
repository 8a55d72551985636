from pathlib import Path

import pandas as pd

import shengji

rows = [
    {"match": path.stem, "dealer": event.dealer, "winner": event.winner, "points": event.points}
    for path in sorted(Path("records").glob("*.jsonl"))
    for event in shengji.read_record(path).events
    if isinstance(event, shengji.HandEnded)
]
hands = pd.DataFrame(rows)
print(hands.groupby("winner")["points"].agg(["count", "mean"]))
