import { appendFile, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import type { Plugin } from "vite";

/** Add the licence of the fonts to those of the packages. */
export function fontLicense(from: string, to: string): Plugin {
  let [root, folder] = ["", ""];
  return {
    name: "font-license",
    apply: "build",
    configResolved(config) {
      root = config.root;
      folder = resolve(root, config.build.outDir);
    },
    async closeBundle() {
      await appendFile(
        join(folder, to),
        `\n## Fonts\n\n${await readFile(join(root, from), "utf8")}`,
      );
    },
  };
}
