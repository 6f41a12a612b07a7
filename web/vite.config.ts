import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { firstScript } from "./first-script.ts";
import { tokensCss } from "./src/ui/tokens/tokens-css.ts";

/** Fills ui/tokens.css with the custom properties of tokens.ts, so that colours are written down once. */
function tokens(): Plugin {
  return {
    name: "design-tokens",
    enforce: "pre",
    transform: (_code, id) =>
      id.split("?")[0]?.endsWith("/ui/tokens/tokens.css") ? { code: tokensCss() } : null,
  };
}

const inPackages = (names: string) => new RegExp(`node_modules[\\\\/](?:${names})[\\\\/]`);

/**
 * Modules by what needs them, each group one file: a browser on a slow network fetches one sooner than ten. What is made of
 * antd stays out, as pages without antd would fetch it; and what comes by language or with the first map.
 */
const inGroup = (pattern: RegExp) => (id: string) =>
  pattern.test(id) && !APART.test(id) && !/from "(?:antd|dayjs)\b/.test(readFileSync(fileOf(id), "utf8"));
const APART = /[\\/]ui[\\/]map[\\/]|[\\/]texts[\\/](?:vi|en|zh)[\\/.]|[\\/]ui[\\/]tokens[\\/]antd-theme\.ts/;
const fileOf = (id: string) => id.split("?")[0] ?? id;

/** Of every screen: the frame, the controls, the way to the server. */
const ofAll =
  /[\\/]web[\\/]src[\\/](?:app[\\/](?:paths\.ts|shell[\\/])|(?:ui|platform|texts)[\\/](?!charts[\\/]))|[\\/]contract[\\/]src[\\/]kernel[\\/]/;
/** Of the lists and the pages of a project. */
const ofProjects =
  /[\\/](?:web[\\/]src[\\/]domains[\\/](?:fleet|kpi|monitoring[\\/](?:portfolio|environment|map|showcase))|contract[\\/]src)[\\/]/;
/** Of the pages with charts and devices. */
const ofMonitoring =
  /[\\/]web[\\/]src[\\/](?:domains[\\/]monitoring[\\/](?!portfolio|environment|map|showcase)|ui[\\/]charts)[\\/]/;

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
            {
              name: "packages",
              test: inPackages("lucide-react|@tanstack|zod|@floating-ui"),
              minShareCount: 2,
              priority: 9,
            },
            { name: "shared", test: inGroup(ofAll), priority: 8 },
            { name: "projects", test: inGroup(ofProjects), minShareCount: 4, priority: 7 },
            { name: "monitoring", test: inGroup(ofMonitoring), minShareCount: 2, priority: 6 },
            {
              // What the login page says.
              name: (id: string) => `${/texts[\\/](..)/.exec(id)?.[1] ?? ""}-public`,
              test: /[\\/]texts[\\/](?:vi|en|zh)[\\/](?:common|identity)\.ts/,
              priority: 15,
            },
          ],
        },
      },
    },
  },
});
