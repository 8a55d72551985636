/** Calls that reach this device while no page is open (Web Push): turning them on and off. */
import * as requests from "./requests";
import { met, person } from "./state/person.svelte";
import { preferences } from "./state/preferences.svelte";
import type { Subscribe } from "./wire";
import { language } from "./words/words.svelte";

/**
 * The reason why this device cannot receive pushes: no HTTPS; not on the Home Screen; no browser
 * support; notifications not permitted; or pushes are off at the server.
 */
export type Obstacle = "insecure" | "home_screen" | "cannot" | "denied" | "off";

/** Maximum muted people that the server accepts; the latest are sent. */
const MUTED = 200;

let on = $state(false);
/** The settings that the server received last. */
let told = "";
/** The queue of changes, here and at the server. */
let changing: Promise<unknown> = Promise.resolve();

/** Run a change after the earlier ones, so that the last change counts. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = changing.then(work, work);
  changing = done;
  return done;
}

/** Whether this device is called. */
export const callable = (): boolean => on;

/** The obstacle, as far as the browser knows. */
export function obstacle(): Exclude<Obstacle, "off"> | null {
  if (!isSecureContext) return "insecure";
  if ("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis) {
    return Notification.permission === "denied" ? "denied" : null;
  }
  // Only Safari on iPhone and iPad has this, and pushes only to sites that are apps there.
  return "standalone" in navigator && navigator.standalone === false ? "home_screen" : "cannot";
}

/** Find out whether this device is called: what stands in the way, or null. */
export async function askCallable(): Promise<Obstacle | null> {
  const inTheWay = obstacle();
  if (inTheWay) return inTheWay;
  const manager = await pushManager();
  if (!manager) return "cannot";
  await met();
  const answer = await requests.pushes();
  on = answer.on && (await manager.getSubscription()) !== null;
  return answer.key === null ? "off" : null;
}

/** Enable pushes on this device; returns the obstacle, or null. Must follow a user's touch. */
export async function beCallable(): Promise<Obstacle | null> {
  const inTheWay = obstacle();
  if (inTheWay) return inTheWay;
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  return inTurn(async () => {
    const manager = await pushManager();
    if (!manager) return "cannot";
    await met();
    const { key } = await requests.pushes();
    if (key === null) return "off";
    await tell(await subscribed(manager, key));
    on = true;
    return null;
  });
}

/** Disable pushes on this device. */
export function disablePush(): Promise<void> {
  return inTurn(async () => {
    const manager = await pushManager();
    await (await manager?.getSubscription())?.unsubscribe();
    [on, told] = [false, ""];
    await requests.unsubscribe();
  });
}

/** Keep what the server knows of this device up to date, from now on. */
export function stayCallable(): void {
  $effect.root(() => {
    $effect(() => {
      // Read here, so that the effect sends any change of them.
      void [person()?.person, language(), preferences.muted];
      if (obstacle() || Notification.permission !== "granted") return;
      inTurn(renew).catch(() => undefined); // the next visit tries again
    });
  });
}

async function renew(): Promise<void> {
  const known = await (await pushManager())?.getSubscription();
  if (!known) return;
  await met();
  const answer = await requests.pushes();
  if (answer.key === null || !isOf(known, answer.key)) return;
  // With a new secret, as of a guest who makes an account, a browser is not known to the server.
  if (!answer.on) told = "";
  await tell(known);
  on = true;
}

async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const where: Subscribe = {
    endpoint: endpoint ?? "",
    p256dh: keys?.["p256dh"] ?? "",
    auth: keys?.["auth"] ?? "",
    tongue: language(),
    muted: preferences.muted.slice(-MUTED),
  };
  const now = JSON.stringify([person()?.person, where]);
  if (now === told) return;
  await requests.subscribe(where);
  told = now;
}

/** The browser's push manager; null without an active service worker. */
async function pushManager(): Promise<PushManager | null> {
  const registered = await navigator.serviceWorker.getRegistration();
  return registered ? (await navigator.serviceWorker.ready).pushManager : null;
}

/** A push subscription of this server; one of another server is cancelled. */
async function subscribed(manager: PushManager, key: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  if (known && isOf(known, key)) return known;
  await known?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}

function isOf(subscription: PushSubscription, key: string): boolean {
  const given = subscription.options.applicationServerKey;
  return given === null || String(new Uint8Array(given)) === String(bytesOf(key));
}

/** The bytes of a base64url text. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
