/** What makes an installed app of the site: its service worker, and its name in each language. */
import { go, routeOf } from "./routing.svelte";
import { language } from "./words/words.svelte";

/** The manifest in each language; index.html names the English one. */
const MANIFESTS = {
  en: "manifest.webmanifest",
  "zh-Hans": "manifest.zh-Hans.webmanifest",
  "zh-Hant": "manifest.zh-Hant.webmanifest",
};

/** Let the site be installed, from now on. */
export function beInstallable(): void {
  $effect.root(() => {
    $effect(() => {
      document
        .querySelector('link[rel="manifest"]')
        ?.setAttribute("href", `./${MANIFESTS[language()]}`);
    });
  });
  // Over plain HTTP in a home network browsers allow none; then the site is just not kept.
  if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (isPlace(data)) go(routeOf(`#/${data.place}`));
  });
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

/** Whether a message of the service worker says to where somebody is called. */
function isPlace(data: unknown): data is { readonly place: string } {
  return typeof data === "object" && data !== null && "place" in data && data.place !== null;
}

function register(): void {
  // Where it is refused the site works all the same.
  navigator.serviceWorker.register("./service-worker.js", { scope: "./" }).catch(() => {});
}
