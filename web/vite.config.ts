import { readdirSync, readFileSync } from "node:fs";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { compressed } from "./plugins/compressed.ts";
import { firstShell } from "./plugins/firstShell.ts";
import { fontLicense } from "./plugins/fontLicense.ts";
import { serviceWorker } from "./plugins/serviceWorker.ts";

/** Where the client finds the API while it is developed with `npm run dev`. */
const SERVER = process.env["SHENGJI_SERVER"] ?? "http://127.0.0.1:8000";

/** What every page needs, in one file: many small ones would each cost a journey. */
const BASE =
  /node_modules\/(svelte|esm-env|clsx)\/|\/src\/(App|lazyParts|moderation|pages|pwa|pushes|requests|routing)\.|\/src\/(styles|words\/words|help\/(help\.|Help(Button|Key)|signs)|settings\/(Settings\.|Language)|lobby\/(?!NewTable|Choices|MyTable|Resume|Install)|(company|people)\/|net\/(?!connection)|friends\/([Hh]ere|[Ii]nvitations|friends\.)|state\/(?!table|match|teams|shuffle|joint|shares)|cards\/(CardFace|art|cards)|bots\/bots|ui\/(?!F|N|Q|S(hare|eg|heet)|Pictures|Co(deLink|nfirm)|T(ext|oggle)|copying|fields|reach|saving))/;

/** The dialog of settings, which is opened seldom. */
const SETTINGS = /\/src\/(settings\/|device\/Device(List|Dialog))/;

/** The rules, all of them: to read and to change. */
const RULES = /\/src\/rules\/(?!HousePage|[Ff]acts|RulesFacts)/;

const FORMS = /\/src\/(ui|bots)\/|\/src\/(rules\/.*[Ff]acts|room\/(SettingsForm|RulesSummary))/;

/** What a table, a replay and a review have in common. */
const COMMON =
  /\/src\/(table\/(people|endings|points|hand|moments|places)\.|sheets\/(accounts|scale|sides|Words|muting|phrases)|after\/good-play|replay\/naming|announce\/sentences|state\/(match|teams)|cards|moderation\/(held|requests))/;

/**
 * The folders of pages that few visits need, whose words stand apart, too: one file for each; what
 * other pages need too is not drawn into it.
 */
const WORDS = new URL("words/", import.meta.url);
const APART = readdirSync(WORDS)
  .filter((file) => /^apart = true$/m.test(readFileSync(new URL(file, WORDS), "utf8")))
  .map((file) => file.replace(".toml", ""))
  .map((name) => ({
    name,
    test: new RegExp(`/src/${name}/`),
    includeDependenciesRecursively: false,
  }));

/** What a page apart is asked for by belongs to it, and is named so: it is a few bytes each. */
const nameOf = ({ facadeModuleId }: { facadeModuleId?: string | null }): string => {
  const page = APART.find(({ test }) => test.test(facadeModuleId ?? ""));
  return `assets/${page ? `${page.name}.` : ""}[name]-[hash].js`;
};

export default defineConfig(({ mode }) => ({
  plugins: [
    svelte(),
    firstShell(),
    serviceWorker(),
    compressed(),
    fontLicense("src/styles/fonts/OFL.txt", "licenses.md"),
  ],
  base: "./",
  build: {
    outDir: "../src/shengji/server/static",
    emptyOutDir: true,
    target: ["chrome111", "firefox115", "safari16.4"],
    assetsInlineLimit: 0, // the site's policy lets nothing in from data addresses
    modulePreload: { polyfill: false },
    license: { fileName: "licenses.md" }, // of the packages that the bundle contains
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        chunkFileNames: nameOf,
        codeSplitting: {
          groups: [
            { name: "base", test: BASE },
            ...Object.entries({
              common: COMMON,
              pointing: /\/src\/(help\/(target|keys)|room\/settings\.fields)/,
              returning: /\/src\/lobby\/(MyTable|Resume|Install)/,
              settings: SETTINGS,
              rules: RULES,
              forms: FORMS,
              friends: /\/src\/friends\//,
              characters: /\/src\/faces\/(characters|shapes)/,
              drawings: /\/src\/faces\/drawings/,
            }).map(([name, test]) => ({ name, test, includeDependenciesRecursively: false })),
            ...APART,
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": { target: SERVER, ws: true } },
    fs: { allow: [".", "../src/shengji/picture"] },
  },
  // The tests mount components, which is the browser's half of Svelte.
  ...(mode === "test" ? { resolve: { conditions: ["browser"] } } : {}),
  test: {
    environment: "happy-dom",
    pool: "vmThreads",
    setupFiles: "tests/setup.ts",
    include: ["tests/**/*.test.ts"],
  },
}));
