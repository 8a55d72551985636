import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ReconnectingSocket, waitBefore } from "../../src/net/socket";
import type { ToBrowser } from "../../src/wire";

const WELCOME = { type: "welcome" } as ToBrowser;

/** A socket that does what the test says. */
class FakeSocket {
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
  }
  opens() {
    this.readyState = 1;
    this.onopen?.();
  }
  says(...messages: ToBrowser[]) {
    this.onmessage?.({ data: messages.map((one) => JSON.stringify(one)).join("\n") });
  }
  breaks() {
    this.readyState = 3;
    this.onclose?.();
  }
}

let sockets: FakeSocket[];
let line: ReconnectingSocket;
const identify = vi.fn(async () => {});
const opened = vi.fn();
const lost = vi.fn();
const heard = vi.fn();
const latest = () => sockets.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  sockets = [];
  line = new ReconnectingSocket(
    {
      connect: () => {
        sockets.push(new FakeSocket());
        return latest() as unknown as WebSocket;
      },
      identify,
      random: () => 1,
    },
    { opened, lost, heard },
  );
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
});

describe("a line", () => {
  it("comes back at once after it has worked", async () => {
    latest().opens();
    latest().says(WELCOME);
    latest().breaks();
    expect(lost).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(0);
    expect(sockets).toHaveLength(2);
    expect(identify).not.toHaveBeenCalled();
  });

  it("gives a server that takes its leave a moment to come back", async () => {
    latest().opens();
    latest().says(WELCOME);
    latest().says({
      type: "bye",
      code: "restart",
      words: { en: "", "zh-Hans": "", "zh-Hant": "" },
    });
    latest().breaks();
    await vi.advanceTimersByTimeAsync(249);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(2);
  });

  it("says who is there when it is turned away, and waits longer each time", async () => {
    latest().breaks();
    await vi.advanceTimersByTimeAsync(249);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(identify).toHaveBeenCalledOnce();
    expect(sockets).toHaveLength(2);
    latest().breaks();
    await vi.advanceTimersByTimeAsync(499);
    expect(sockets).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(3);
  });

  it("does not hurry when it is opened only to be turned away", async () => {
    latest().opens();
    latest().says({
      type: "refused",
      id: "",
      code: "no-person",
      words: { en: "", "zh-Hans": "", "zh-Hant": "" },
      version: 0,
    });
    latest().breaks();
    await vi.advanceTimersByTimeAsync(249);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(identify).toHaveBeenCalledOnce();
    expect(sockets).toHaveLength(2);
  });

  it("is tried again while nobody answers to who is there", async () => {
    identify.mockRejectedValueOnce(new Error("no network"));
    latest().breaks();
    await vi.advanceTimersByTimeAsync(250);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(2);
  });

  it("notices that nothing comes back any more", async () => {
    latest().opens();
    latest().says(WELCOME);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(latest().sent).toEqual(['{"type":"ping"}']);
    expect(lost).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(6_001);
    expect(lost).toHaveBeenCalledOnce();
    expect(sockets).toHaveLength(2);
  });

  it("is looked at when the page comes back into view", async () => {
    latest().opens();
    latest().says(WELCOME);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(latest().sent).toEqual(['{"type":"ping"}']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(lost).toHaveBeenCalledOnce();
  });

  it("is tried at once when the network is back", async () => {
    latest().breaks();
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(sockets).toHaveLength(2);
  });

  it("hands on the messages of a frame together, without signs of life", () => {
    latest().opens();
    latest().says(WELCOME, { type: "pong" }, { type: "declare_over" });
    latest().says({ type: "pong" });
    expect(heard.mock.calls).toEqual([[[WELCOME, { type: "declare_over" }]]]);
  });

  it("is lost as soon as the browser is offline", async () => {
    latest().opens();
    latest().says(WELCOME);
    window.dispatchEvent(new Event("offline"));
    expect(lost).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(0);
    expect(sockets).toHaveLength(2);
  });

  it("is lost with the first message that cannot be sent", () => {
    latest().opens();
    latest().says(WELCOME);
    latest().readyState = 2;
    expect(line.send({ type: "ping" })).toBe(false);
    expect(lost).toHaveBeenCalledOnce();
  });

  it("asks for a sign of life where an answer is late", async () => {
    latest().opens();
    latest().says(WELCOME);
    line.doubt();
    expect(latest().sent).toEqual(['{"type":"ping"}']);
    await vi.advanceTimersByTimeAsync(6_001);
    expect(lost).toHaveBeenCalledOnce();
  });

  it("stays closed", async () => {
    line.close();
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
  });
});

it("is not asked on where only the server speaks, and is mended when it is quiet", async () => {
  const connect = vi.fn(() => new FakeSocket() as unknown as WebSocket);
  const ends = { opened, lost, heard };
  const quiet = new ReconnectingSocket({ connect, identify, random: () => 1, quiet: 60_000 }, ends);
  const socket = connect.mock.results[0]?.value as unknown as FakeSocket;
  socket.opens();
  socket.says(WELCOME);
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(59_999);
  expect(socket.sent).toEqual([]);
  expect(connect).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10);
  expect(connect).toHaveBeenCalledTimes(2);
  quiet.close();
});

it("waits between half and all of a time that doubles up to five seconds", () => {
  expect([0, 1, 2, 3].map((attempt) => waitBefore(attempt, 1))).toEqual([0, 250, 500, 1000]);
  expect(waitBefore(30, 1)).toBe(5000);
  expect(waitBefore(30, 0)).toBe(2500);
});
