import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tokens(), react()],
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
            { name: "echarts", test: inPackages("echarts|zrender"), priority: 20 },
            { name: "uplot", test: inPackages("uplot"), priority: 20 },
          ],
        },
      },
    },
  },
});
