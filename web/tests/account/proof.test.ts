import { expect, it, vi } from "vitest";

import { Attempt } from "../../src/account/attempt.svelte";
import { answerProof, proven, proving, Unproven } from "../../src/account/proof.svelte";
import { Refusal } from "../../src/net/api";

const WORDS = { en: "show that it is you", "zh-Hans": "请证明", "zh-Hant": "請證明" };
const refused = (code: string): Refusal => new Refusal(403, code, WORDS);

it("does again what was refused, once the owner has shown to be there", async () => {
  const act = vi.fn().mockRejectedValueOnce(refused("prove")).mockResolvedValueOnce("done");
  const asked = proven(act);
  await vi.waitUntil(proving);
  expect(act).toHaveBeenCalledTimes(1);
  answerProof(true);
  expect(await asked).toBe("done");
  expect(act).toHaveBeenCalledTimes(2);
  expect(proving()).toBe(false);
});

it("does nothing, and says nothing, when the owner thinks better of it", async () => {
  const act = vi.fn().mockRejectedValue(refused("prove"));
  const attempt = new Attempt();
  const run = attempt.run(() => proven(act));
  await vi.waitUntil(proving);
  answerProof(false);
  expect(await run).toBe(false);
  expect(attempt.words).toBe("");
  expect(attempt.busy).toBe(false);
  expect(act).toHaveBeenCalledTimes(1);
});

it("asks for no proof where something else is wrong", async () => {
  await expect(proven(() => Promise.reject(refused("last-way")))).rejects.toThrow(Refusal);
  expect(proving()).toBe(false);
});

it("gives the first question up for a second one", async () => {
  const first = proven(vi.fn().mockRejectedValue(refused("prove")));
  const given = expect(first).rejects.toThrow(Unproven);
  await vi.waitUntil(proving);
  const second = proven(vi.fn().mockRejectedValueOnce(refused("prove")).mockResolvedValue(2));
  await given;
  answerProof(true);
  expect(await second).toBe(2);
});

it("does one thing at a time, and tells in the server's words what went wrong", async () => {
  const attempt = new Attempt();
  let end = (): void => undefined;
  const work = vi.fn(() => new Promise<void>((done) => (end = done)));
  const run = attempt.run(work);
  expect(await attempt.run(work)).toBe(false);
  end();
  expect(await run).toBe(true);
  expect(work).toHaveBeenCalledTimes(1);
  await attempt.run(() => Promise.reject(refused("bad-code")));
  expect(attempt.words).toBe(WORDS.en);
});
