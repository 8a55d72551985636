import { describe, expect, it } from "vitest";

import {
  type Answer,
  correction,
  isRight,
  type Step,
  type StepId,
  STEPS,
} from "../../src/intro/lesson";
import type { Card } from "../../src/wire";

function step(id: StepId): Step {
  const found = STEPS.find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
}

const cards = (text: string) => text.split(" ") as Card[];
const right = (id: StepId, answer: Answer) => isRight(step(id).task, answer);
const said = (id: StepId, answer: Answer) => correction(step(id), answer);

describe("an answer", () => {
  it("is right in whatever order the cards were chosen", () => {
    expect(right("throw", cards("KC AC KC"))).toBe(true);
    expect(right("throw", cards("KC AC"))).toBe(false);
  });

  it("counts copies of a card", () => {
    expect(right("pair", cards("7H 7H"))).toBe(true);
    expect(right("pair", cards("7H BJ"))).toBe(false);
  });

  it("may be a seat or a number", () => {
    expect(right("teams", 2)).toBe(true);
    expect(right("teams", 1)).toBe(false);
    expect(right("bonus", "30")).toBe(true);
  });
});

describe("what is said to a wrong answer", () => {
  it("is meant for just these cards, where the lesson names them", () => {
    expect(said("tractor", cards("9S 9S"))).toBe("intro.tractor_pair");
    expect(said("tractor", cards("9S 9S 8S"))).toBe("intro.tractor_other");
  });

  it("is meant for any choice with one of some cards", () => {
    expect(said("follow", cards("7H"))).toBe("intro.follow_trump");
    expect(said("follow", cards("AC"))).toBe("intro.follow_suit");
  });

  it("is meant for choices that lack a card", () => {
    expect(said("trump", cards("2H 7H 7H 4H"))).toBe("intro.trump_joker");
    expect(said("trump", cards("BJ 2H 7H"))).toBe("intro.trump_hearts");
  });

  it("is there for every seat and number", () => {
    expect(said("ranking", 0)).toBe("intro.ranking_lowest");
    expect(said("ranking", 1)).toBe("intro.ranking_lower");
    expect(said("levels", "5")).toBe("intro.levels_three");
  });
});
