/** Calling a person who does not look at the page, by whatever the browser has for it. */

/** How the device shakes, in milliseconds. */
const SHAKE = [250, 120, 250, 120, 500];
/** How long the title changes, in milliseconds. */
const BLINK = 900;

/** Whether the browser can show something while its page is not seen. */
export const canNotify = (): boolean => "Notification" in globalThis && isSecureContext;

/** Whether it may. */
export const mayNotify = (): boolean => canNotify() && Notification.permission === "granted";

/** Ask whether it may; says whether it may now. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Who is called, and to where. */
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
 * Show a notification; by the service worker where there is one, since phones ask for that. A push
 * to the same table takes its place (`service-worker.ts`).
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
