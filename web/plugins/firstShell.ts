import type { Plugin } from "vite";

const STYLES = / *<link rel="stylesheet"[^>]*>\n?/g;
const END = "  </body>";

/**
 * Move the style sheets behind what stands in `index.html`: a browser paints that before they have
 * come. In the head they would hold everything up, on a slow line for seconds.
 */
export function firstShell(): Plugin {
  return {
    name: "first-shell",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const styles = html.match(STYLES) ?? [];
        if (styles.length === 0 || !html.includes(END)) throw new Error("no place for the styles");
        return html.replace(STYLES, "").replace(END, styles.join("") + END);
      },
    },
  };
}
