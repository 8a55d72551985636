import shengji


class Simple(shengji.Bot):
    name = "simple"

    def decide(self, due: shengji.Due) -> shengji.Command | None:
        if due.decision == "show":
            return None  # waits, and never declares
        return next(self.match.legal(self.seat))


print(shengji.duel(Simple, "random", "tractor", deals=10))
