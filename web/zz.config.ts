import config from "./vite.config.ts";
import { writeFileSync } from "node:fs";
export default (env: any) => {
  const c = (config as any)(env);
  c.plugins.push({
    name: "an",
    generateBundle(_: any, bundle: any) {
      const out: any = {};
      for (const [f, ch] of Object.entries<any>(bundle))
        if (ch.type === "chunk")
          out[f] = {
            imports: ch.imports,
            dyn: ch.dynamicImports,
            mods: Object.fromEntries(
              Object.entries<any>(ch.modules).map(([m, i]) => [
                m.replace(/.*\/web\//, ""),
                i.renderedLength,
              ]),
            ),
          };
      writeFileSync("/tmp/shell/an.json", JSON.stringify(out));
    },
  });
  return c;
};
