import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import type { Plugin } from "vite";

const NAME = "service-worker";

/** Files of `public/` that the client needs without a line. */
const PUBLIC = ["icon.svg", "manifest.webmanifest"];

/**
 * Build `src/service-worker.ts` as `service-worker.js`, and write into it which files the client
 * consists of and the version that they make.
 */
export function serviceWorker(): Plugin {
  return {
    name: NAME,
    apply: "build",
    config: () => ({
      build: {
        rolldownOptions: {
          input: { index: "index.html", [NAME]: `src/${NAME}.ts` },
          output: {
            // Its address stays the same, for that is what browsers know it by.
            entryFileNames: ({ name }) => (name === NAME ? "[name].js" : "assets/[name]-[hash].js"),
          },
        },
      },
    }),
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const built = Object.keys(bundle).filter((file) => file.startsWith("assets/"));
        const files = [...built.sort(), ...PUBLIC];
        const chunk = bundle[`${NAME}.js`];
        if (chunk?.type !== "chunk") throw new Error("the service worker was not built");
        const hash = createHash("sha256").update(files.join() + chunk.code);
        for (const file of PUBLIC) hash.update(readFileSync(`public/${file}`));
        const page = bundle["index.html"];
        if (page?.type === "asset") hash.update(page.source);
        const version = hash.digest("hex").slice(0, 12);
        chunk.code = `const BUILT=${JSON.stringify({ version, files })};${chunk.code}`;
      },
    },
  };
}
