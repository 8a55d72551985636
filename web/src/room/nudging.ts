/** Nudges for a person whose page is hidden, by every means of the browser. */

/** Vibration pattern, in milliseconds. */
const SHAKE = [250, 120, 250, 120, 500];
/** Blinking interval of the title, in milliseconds. */
const BLINK = 900;

/** Whether the browser supports notifications while the page is hidden. */
export const canNotify = (): boolean => "Notification" in globalThis && isSecureContext;

/** Whether notifications are permitted. */
export const mayNotify = (): boolean => canNotify() && Notification.permission === "granted";

/** Request the permission for notifications; returns whether it is granted. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** The nudged person and their table. */
export interface Called {
  /** The table's id. */
  readonly table: string;
  readonly title: string;
  readonly words: string;
}

/**
 * Call the person: shake, and where the page is not seen show a notification and let the title
 * blink until it is.
 */
export function nudge({ table, title, words }: Called): void {
  navigator.vibrate?.(SHAKE);
  if (!document.hidden) return;
  blink(words);
  if (mayNotify()) void notify(table, title, words);
}

/**
 * Show a notification, by the service worker if there is one, as phones require. A push for the
 * same table replaces it (`service-worker.ts`).
 */
async function notify(table: string, title: string, words: string): Promise<void> {
  const place = `table/${table}`;
  const data = { place, at: Date.now() };
  const options = { body: words, tag: place, icon: "./icon-192.png", data };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(title, options);
  else new Notification(title, options).onclick = () => window.focus();
}

function blink(words: string): void {
  const before = document.title;
  const shown = `● ${words}`;
  document.title = shown;
  const timer = setInterval(() => {
    document.title = document.title === shown ? before : shown;
  }, BLINK);
  const seen = (): void => {
    if (document.hidden) return;
    clearInterval(timer);
    document.title = before;
    document.removeEventListener("visibilitychange", seen);
  };
  document.addEventListener("visibilitychange", seen);
}
