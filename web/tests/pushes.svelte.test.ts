import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import * as api from "../src/net/api";
import * as requests from "../src/requests";
import {
  askCallable,
  beCallable,
  disablePush,
  callable,
  obstacle,
  stayCallable,
} from "../src/pushes.svelte";
import { know } from "../src/state/person.svelte";
import { preferences } from "../src/state/preferences.svelte";

const KEY = "BAEC_-8";
const OTHER = "BAEC_wM";
const ENDPOINT = {
  endpoint: "https://push.example/one",
  keys: { p256dh: "point", auth: "secret" },
};

/** A browser's own subscription, made with a key. */
function subscription(key: string) {
  const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );
  return {
    options: { applicationServerKey: bytes.buffer },
    toJSON: () => ENDPOINT,
    unsubscribe: vi.fn(async () => {
      kept = null;
      return true;
    }),
  };
}

let kept: ReturnType<typeof subscription> | null;
let permission: NotificationPermission;
let registered: boolean;
let browser: object;
const asked = vi.fn(async () => permission);
const subscribe = vi.fn(async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
  expect([...applicationServerKey]).toEqual([4, 1, 2, 255, 239]);
  return (kept = subscription(KEY));
});
const told = vi.spyOn(requests, "subscribe");
const state = vi.spyOn(requests, "pushes");

beforeEach(() => {
  [kept, permission, registered] = [null, "granted", true];
  vi.clearAllMocks();
  vi.spyOn(api, "me").mockResolvedValue({
    person: "p",
    name: "Guest 1",
    role: null,
    bot: false,
    tables: [],
    muted: null,
    banned: null,
    level: 3,
  });
  vi.spyOn(requests, "unsubscribe").mockResolvedValue({ key: KEY, on: false });
  state.mockResolvedValue({ key: KEY, on: false });
  told.mockResolvedValue({ key: KEY, on: true });
  const pushManager = { subscribe, getSubscription: async () => kept };
  const registration = { pushManager };
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    get permission() {
      return permission;
    },
    requestPermission: asked,
  });
  browser = {
    languages: ["en"],
    serviceWorker: {
      getRegistration: async () => (registered ? registration : undefined),
      ready: Promise.resolve(registration),
    },
  };
  vi.stubGlobal("navigator", browser);
});

afterEach(async () => {
  vi.stubGlobal("navigator", browser);
  await disablePush();
  vi.unstubAllGlobals();
});

describe("calls while no page is open", () => {
  it("are turned on with what the browser gives, and off again", async () => {
    preferences.muted = ["someone"];
    expect(await askCallable()).toBeNull();
    expect(callable()).toBe(false);
    expect(await beCallable()).toBeNull();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(told).toHaveBeenCalledWith({
      endpoint: ENDPOINT.endpoint,
      p256dh: "point",
      auth: "secret",
      tongue: "en",
      muted: ["someone"],
    });
    expect(callable()).toBe(true);
    await disablePush();
    expect(callable()).toBe(false);
    expect(kept).toBeNull();
  });

  it("are off in the end where they are turned off while the server is still told", async () => {
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    told.mockImplementationOnce(() => late.then(() => ({ key: KEY, on: true })));
    const on = beCallable();
    await vi.waitFor(() => expect(told).toHaveBeenCalled());
    const off = disablePush();
    await new Promise((next) => setTimeout(next));
    expect(requests.unsubscribe).not.toHaveBeenCalled();
    answer();
    await Promise.all([on, off]);
    expect(requests.unsubscribe).toHaveBeenCalledTimes(1);
    expect(callable()).toBe(false);
  });

  it("are off where the server or the browser has forgotten them", async () => {
    kept = subscription(KEY);
    await askCallable();
    expect(callable()).toBe(false);
    state.mockResolvedValue({ key: KEY, on: true });
    await askCallable();
    expect(callable()).toBe(true);
    kept = null;
    await askCallable();
    expect(callable()).toBe(false);
  });

  it("say what stands in the way", async () => {
    state.mockResolvedValueOnce({ key: null, on: false });
    expect(await askCallable()).toBe("off");
    registered = false;
    expect(await beCallable()).toBe("cannot");
    permission = "denied";
    expect(await beCallable()).toBe("denied");
    expect(told).not.toHaveBeenCalled();
    vi.stubGlobal("isSecureContext", false);
    expect(obstacle()).toBe("insecure");
  });

  it("need the Home Screen on an iPhone", () => {
    vi.stubGlobal("navigator", { standalone: false });
    expect(obstacle()).toBe("home_screen");
    vi.stubGlobal("navigator", {});
    expect(obstacle()).toBe("cannot");
  });

  it("give up an endpoint that another server may call", async () => {
    const old = (kept = subscription(OTHER));
    await beCallable();
    expect(old.unsubscribe).toHaveBeenCalledTimes(1);
    expect(subscribe).toHaveBeenCalledTimes(1);
    await beCallable();
    expect(subscribe).toHaveBeenCalledTimes(1);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it("go on when a guest makes an account, whose browser is new to the server", async () => {
    stayCallable();
    await beCallable();
    state.mockResolvedValue({ key: KEY, on: true });
    know(await api.me());
    flushSync();
    await settled();
    expect(told).toHaveBeenCalledTimes(1);
    state.mockResolvedValue({ key: KEY, on: false });
    know({ ...(await api.me()), role: "player" });
    flushSync();
    await settled();
    expect(told).toHaveBeenCalledTimes(2);
  });

  it("follow whom one mutes, and do nothing for who has not wanted them", async () => {
    stayCallable();
    flushSync();
    await settled();
    expect(told).not.toHaveBeenCalled();
    await beCallable();
    preferences.muted = ["someone", "else"];
    flushSync();
    await settled();
    expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ muted: ["someone", "else"] }));
  });
});

/** When all that was begun is done. */
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));
