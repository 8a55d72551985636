import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { extname, join, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import type { Plugin } from "vite";

const WORTH_IT = new Set([".html", ".js", ".css", ".svg", ".json", ".webmanifest"]);
/** Below this, what is saved is less than a packet. */
const SMALLEST = 512;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Lay a .br and a .gz beside every text that is built, so that the server never compresses; scripts
 * and styles lie there packed only.
 */
export function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile() && WORTH_IT.has(extname(entry.name)))
        .map((entry) => join(entry.parentPath, entry.name));
      await Promise.all(files.map(besides));
    },
  };
}

async function besides(file: string): Promise<void> {
  const text = await readFile(file);
  if (text.length < SMALLEST) return;
  const [br, gz] = await Promise.all([
    brotli(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
    zip(text, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  if (file.includes(`${sep}assets${sep}`)) await rm(file);
}
