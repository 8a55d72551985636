import { afterEach, expect, it, vi } from "vitest";

import {
  bytes,
  creation,
  makePasskey,
  obstacle,
  request,
  text,
  usePasskey,
} from "../../src/account/passkeys";
import * as requests from "../../src/requests";
import { Refusal } from "../../src/net/api";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const buffer = (...values: number[]): ArrayBuffer => Uint8Array.from(values).buffer;

it("reads and writes base64url, without the signs of addresses and without padding", () => {
  expect(text(buffer(251, 255, 254))).toBe("-__-");
  expect(text(buffer(1))).toBe("AQ");
  expect([...bytes("-__-")]).toEqual([251, 255, 254]);
  expect([...bytes("AQ")]).toEqual([1]);
});

it("gives the browser bytes for what the server says in JSON", () => {
  const made = creation({
    challenge: "AQI",
    rp: { name: "shengji", id: "localhost" },
    user: { id: "Aw", name: "Wu Song", displayName: "Wu Song" },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    excludeCredentials: [{ type: "public-key", id: "BA" }],
  });
  expect([...(made.challenge as Uint8Array)]).toEqual([1, 2]);
  expect([...(made.user.id as Uint8Array)]).toEqual([3]);
  expect([...(made.excludeCredentials![0]!.id as Uint8Array)]).toEqual([4]);
  expect(made.rp.id).toBe("localhost");
  const asked = request({ challenge: "AQI", rpId: "localhost" });
  expect(asked.allowCredentials).toEqual([]);
});

it("sends what the browser has made as the server reads it", async () => {
  vi.spyOn(requests, "askPasskey").mockResolvedValue({
    options: { challenge: "AQI", user: { id: "Aw" } },
  });
  const create = vi.fn().mockResolvedValue({
    id: "BQ",
    rawId: buffer(5),
    type: "public-key",
    response: { clientDataJSON: buffer(6), attestationObject: buffer(7) },
  });
  const get = vi.fn().mockResolvedValue({
    id: "BQ",
    rawId: buffer(5),
    type: "public-key",
    response: {
      clientDataJSON: buffer(6),
      authenticatorData: buffer(8),
      signature: buffer(9),
      userHandle: buffer(3),
    },
  });
  vi.stubGlobal("navigator", { credentials: { create, get } });
  expect(await makePasskey("Wu Song")).toEqual({
    id: "BQ",
    rawId: "BQ",
    type: "public-key",
    clientExtensionResults: {},
    response: { clientDataJSON: "Bg", attestationObject: "Bw", transports: [] },
  });
  expect(await usePasskey("sign-in")).toMatchObject({
    response: { authenticatorData: "CA", signature: "CQ", userHandle: "Aw" },
  });
  expect(requests.askPasskey).toHaveBeenLastCalledWith({ purpose: "sign-in", name: "" });
});

it("says why there are no passkeys: the server of its address, else the browser", async () => {
  const words = { en: "only over HTTPS", "zh-Hans": "须 HTTPS", "zh-Hant": "須 HTTPS" };
  const ask = vi.spyOn(requests, "askPasskey");
  ask.mockRejectedValueOnce(new Refusal(409, "no-passkeys-here", words));
  expect(await obstacle()).toEqual(words);
  ask.mockResolvedValue({ options: {} });
  expect(await obstacle()).toBe("browser");
  vi.stubGlobal("PublicKeyCredential", class {});
  expect(await obstacle()).toBeNull();
  ask.mockRejectedValueOnce(new Refusal(429, "too-many-requests", words));
  await expect(obstacle()).rejects.toThrow(Refusal);
});
