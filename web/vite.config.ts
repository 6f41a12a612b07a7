import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { firstScript } from "./first-script.ts";
import { tokensCss } from "./src/ui/tokens-css.ts";

/** Fills ui/tokens.css with the custom properties of tokens.ts, so that colours are written down once. */
function tokens(): Plugin {
  return {
    name: "design-tokens",
    enforce: "pre",
    transform: (_code, id) => (id.split("?")[0]?.endsWith("/ui/tokens.css") ? { code: tokensCss() } : null),
  };
}

const inPackages = (names: string) => new RegExp(`node_modules[\\\\/](?:${names})[\\\\/]`);

/** Modules that many screens share: one file of them is fetched sooner than thirty. */
const SHARED =
  /[\\/]web[\\/]src[\\/](?:paths\.ts|(?:ui|platform|shell|texts)[\\/])|[\\/]contract[\\/]src[\\/]kernel[\\/]|[\\/]node_modules[\\/](?:lucide-react|@tanstack|zod|@floating-ui|i18next)[\\/]/;
/** Of those, what only some screens need, and what comes by language. */
const APART = /[\\/]ui[\\/](?:charts|map)[\\/]|[\\/]texts[\\/](?:vi|en|zh)[\\/.]|[\\/]ui[\\/]antd-theme\.ts/;

/** True for a module of the shared file. What is made of antd stays out: pages without antd would fetch it. */
const isShared = (id: string) =>
  SHARED.test(id) &&
  !APART.test(id) &&
  !/from "(?:antd|dayjs)\b/.test(readFileSync(id.split("?")[0] ?? id, "utf8"));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tokens(), firstScript(), react()],
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: process.env["API_URL"] ?? "http://127.0.0.1:8080" } },
  },
  build: {
    target: "es2024",
    manifest: true,
    // The content security policy of the product allows no data: scripts, and small files compress badly inlined.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Groups give libraries chunks of their own whose names survive releases of the product in browser caches.
        codeSplitting: {
          groups: [
            { name: "react", test: inPackages("react|react-dom|scheduler"), priority: 40 },
            { name: "router", test: inPackages("react-router"), priority: 30 },
            { name: "uplot", test: inPackages("uplot"), priority: 20 },
            // What the login page needs stands before the shared file, which it does without.
            { name: "first", tags: ["$initial"], priority: 10 },
            { name: "shared", test: isShared, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
