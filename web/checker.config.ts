// Builds the checker of statements as one file without a single address in it: dist/checker.html (decision 0138).
import react from "@vitejs/plugin-react";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { checkerDefine } from "./checker-sources.ts";
import { tokens } from "./tokens-plugin.ts";

/** Fonts are the reader's own: the file carries none. */
function withoutFonts(): Plugin {
  return {
    name: "without-fonts",
    enforce: "pre",
    resolveId: (id) => (id.startsWith("@fontsource") ? "\0no-font" : null),
    load: (id) => (id === "\0no-font" ? "" : null),
  };
}

/** Puts script and style into the page itself. */
function inOneFile(): Plugin {
  return {
    name: "in-one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["checker.html"];
      if (page?.type !== "asset") throw new Error("There is no checker.html");
      let html = String(page.source);
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === "chunk") {
          // What begins or ends a script for the reader of a page stands in texts alone, where it may be written otherwise.
          // Nothing is fetched before it is imported: all is here.
          const code = file.code
            .replaceAll("__VITE_PRELOAD__", "void 0")
            .replaceAll(/<(?=!--|\/?script)/gi, String.raw`\x3c`);
          html = html.replace(
            new RegExp(`<script type="module"[^>]*src="/${name}"[^>]*></script>`),
            () => `<script type="module">${code}</script>`,
          );
        } else if (name.endsWith(".css")) {
          html = html.replace(
            new RegExp(`<link rel="stylesheet"[^>]*href="/${name}"[^>]*>`),
            () => `<style>${String(file.source)}</style>`,
          );
        } else continue;
        delete bundle[name];
      }
      page.source = html;
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  define: checkerDefine(),
  plugins: [withoutFonts(), tokens(), react(), inOneFile()],
  build: {
    target: "es2024",
    emptyOutDir: false,
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: join(import.meta.dirname, "checker.html"),
      output: { codeSplitting: false },
    },
  },
});
