/** The installable app: its service worker, and its name in each language. */
import { go, routeOf } from "./routing.svelte";
import { language } from "./words/words.svelte";

/** The manifest in each language; index.html names the English one. */
const MANIFESTS = {
  en: "manifest.webmanifest",
  "zh-Hans": "manifest.zh-Hans.webmanifest",
  "zh-Hant": "manifest.zh-Hant.webmanifest",
};

/** The browser's own question whether to install the site, which it lets a page ask. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}
let question = $state.raw<InstallPrompt | null>(null);

/**
 * How the site can be installed: by the browser's question, or by hand in Safari on iOS or in
 * Firefox on Android; null: it is installed, or cannot be.
 */
export function installation(): "prompt" | "ios" | "firefox" | null {
  // Only Safari on iPhone and iPad has `standalone`.
  const standalone = "standalone" in navigator ? navigator.standalone : undefined;
  if (standalone === true || matchMedia("(display-mode: standalone)").matches) return null;
  if (question) return "prompt";
  if (standalone === false) return "ios";
  return /Android.*Firefox/.test(navigator.userAgent) ? "firefox" : null;
}

/** Ask the browser's question; must follow a user's touch. */
export async function install(): Promise<void> {
  await question?.prompt();
  question = null;
}

/** Make the site installable. */
export function beInstallable(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    question = event as InstallPrompt;
  });
  $effect.root(() => {
    $effect(() => {
      document
        .querySelector('link[rel="manifest"]')
        ?.setAttribute("href", `./${MANIFESTS[language()]}`);
    });
  });
  // Browsers allow no service worker over plain HTTP; the site is not cached then.
  if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (isPlace(data)) go(routeOf(`#/${data.place}`));
  });
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

/** Whether a service worker's message is the place of an opened notification. */
function isPlace(data: unknown): data is { readonly place: string } {
  return typeof data === "object" && data !== null && "place" in data && data.place !== null;
}

function register(): void {
  // If it is refused, the site works without it.
  navigator.serviceWorker.register("./service-worker.js", { scope: "./" }).catch(() => {});
}
