import "./styles/palette.css";
import "./styles/roles.css";
import "./styles/metrics.css";
import "./styles/fonts.css";
import "./styles/base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { stayCallable } from "./pushes.svelte";
import { beInstallable } from "./pwa.svelte";
import { route } from "./routing.svelte";
import { followPreferences, preferences } from "./state/preferences.svelte";
import { beforehand, speak } from "./words/words.svelte";

followPreferences();
const speaking = speak(preferences.tongue);
const here = route();
// A link to a moment is to open at once: what it leads to is asked for while the words come.
if (here.page === "replay") {
  const arriving = import("./replay/Arrival.svelte");
  beforehand(
    arriving.then(({ prepare }) => prepare(here)),
    "replay",
    "play",
  );
}
await speaking;
document.getElementById("shell")?.remove();
mount(App, { target: document.getElementById("app")! });
beInstallable();
stayCallable();
