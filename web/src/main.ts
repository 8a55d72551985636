import "./styles/tokens.css";
import "./styles/base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { stayCallable } from "./pushes.svelte";
import { beInstallable } from "./pwa.svelte";
import { followPreferences, preferences } from "./state/preferences.svelte";
import { speak } from "./words/words.svelte";

followPreferences();
await speak(preferences.tongue);
mount(App, { target: document.getElementById("app")! });
beInstallable();
stayCallable();
