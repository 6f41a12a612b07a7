import type { Plugin } from "vite";
import { tokensCss } from "./src/ui/tokens/tokens-css.ts";

/** Fills ui/tokens.css with the custom properties of tokens.ts, so that colours are written down once. */
export function tokens(): Plugin {
  return {
    name: "design-tokens",
    enforce: "pre",
    transform: (_code, id) =>
      id.split("?")[0]?.endsWith("/ui/tokens/tokens.css") ? { code: tokensCss() } : null,
  };
}
