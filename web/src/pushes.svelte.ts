/** Calls that reach this device while no page is open (Web Push): turning them on and off. */
import * as requests from "./requests";
import { met, person } from "./state/person.svelte";
import { preferences } from "./state/preferences.svelte";
import type { Subscribe } from "./wire";
import { language } from "./words/words.svelte";

/**
 * Why this device cannot be called: the site is not open over HTTPS; it must be on the Home Screen
 * first; the browser cannot; it may not show notifications; or the server calls nobody.
 */
export type Obstacle = "insecure" | "home_screen" | "cannot" | "denied" | "off";

/** As many muted people as the server takes, the last of them. */
const MUTED = 200;

let on = $state(false);
/** What the server was told last. */
let told = "";
/** What is being changed here or at the server. */
let changing: Promise<unknown> = Promise.resolve();

/** Do something when what was begun before is done, so that the last wish is the one that counts. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = changing.then(work, work);
  changing = done;
  return done;
}

/** Whether this device is called. */
export const callable = (): boolean => on;

/** What stands in the way, as far as the browser knows. */
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

/** Let this device be called: what stands in the way, or null. To be asked for by a touch. */
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

/** Let this device be called no more. */
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
      // Read here, so that a change of any of them is told.
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
  const { key } = await requests.pushes();
  if (key === null || !isOf(known, key)) return;
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

/** The browser's way to its push service; null where no service worker could hear of a push. */
async function pushManager(): Promise<PushManager | null> {
  const registered = await navigator.serviceWorker.getRegistration();
  return registered ? (await navigator.serviceWorker.ready).pushManager : null;
}

/** An endpoint at which this server may call; one for another server is given up. */
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

/** What base64url stands for. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
