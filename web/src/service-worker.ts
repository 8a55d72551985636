/**
 * The service worker: caches the built client, so that it opens at once and offline. Responses of
 * the server (`/api`) are never cached.
 *
 * A new version is fetched beside the old one and takes over when no page of the old one is open
 * any more, so that a game under way keeps its files.
 */

/** The built files and the version they make; the build writes them in. */
declare const BUILT: { readonly version: string; readonly files: readonly string[] };

// TypeScript has the types of pages or of workers, not of both.
interface Lasting extends Event {
  waitUntil(what: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Shown {
  /** The place that it opens, and its time; a notification of an older version has none. */
  readonly data: { readonly place?: string; readonly at: number } | null;
  close(): void;
}
interface Touched extends Lasting {
  readonly notification: Shown;
}
interface Pushed extends Lasting {
  readonly data: { json(): unknown } | null;
}
interface Page {
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}
interface Worker {
  readonly registration: {
    readonly scope: string;
    getNotifications(which: { tag: string }): Promise<readonly Shown[]>;
    showNotification(title: string, options: object): Promise<void>;
  };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(which: { type: "window" }): Promise<readonly Page[]>;
    openWindow(address: string): Promise<unknown>;
  };
  addEventListener(name: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(name: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(name: "push", listener: (event: Pushed) => void): void;
  addEventListener(name: "notificationclick", listener: (event: Touched) => void): void;
}
const worker = self as unknown as Worker;

const PREFIX = "shengji-";
const CACHE = PREFIX + BUILT.version;
/** Timeout in milliseconds of the newest page before the cached one is shown. */
const PATIENCE = 1500;
/** For how long a notification counts as just shown, in milliseconds. */
const JUST = 8_000;

const home = new URL(worker.registration.scope);
const files = new Set(BUILT.files.map((file) => new URL(file, home).href));

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([home.href, ...files])));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([tidy(), worker.clients.claim()]));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== home.origin) return;
  if (origin + pathname === home.href) event.respondWith(page(request));
  else if (!search && files.has(request.url)) event.respondWith(file(request));
});

/** Payload of a push: `Notice` of `server/push/sender.py`. */
interface Notice {
  /** The page to come to, and its id: `table/ID`. */
  readonly place: string;
  readonly title: string;
  readonly words: string;
  readonly lang: string;
}

worker.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(call(event.data.json() as Notice));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(comeTo(event.notification.data?.place ?? null));
});

/** Show a notification. If a hidden page has just shown the same, it is silent. */
async function call({ place, title, words, lang }: Notice): Promise<void> {
  const { registration } = worker;
  const [tag, at] = [place, Date.now()];
  const shown = await registration.getNotifications({ tag });
  const renotify = !shown.some(({ data }) => data !== null && at - data.at < JUST);
  const icon = new URL("icon-192.png", home).href;
  const data = { place, at };
  await registration.showNotification(title, { body: words, lang, tag, renotify, icon, data });
}

/** Open a table or another place, in an open page or in a new one. */
async function comeTo(place: string | null): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: "window" });
  if (page) {
    page.postMessage({ place });
    await page.focus();
  } else {
    const where = place === null ? "" : `#/${place}`;
    await worker.clients.openWindow(home.href + where);
  }
}

async function tidy(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The page: the newest if the server answers soon, otherwise the cached one. */
async function page(request: Request): Promise<Response> {
  const kept = await caches.match(home.href, { cacheName: CACHE });
  const fetched = fetch(request);
  if (!kept) return fetched;
  const soon = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  const answered = fetched.then((response) => (response.ok ? response : kept));
  return Promise.race([answered.catch(() => kept), soon]);
}

/** A file, whose name changes with its content or which belongs to this version. */
async function file(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: CACHE })) ?? fetch(request);
}
