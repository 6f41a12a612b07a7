import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { site } from "./site.ts";
import { webServer } from "./web-server.ts";

test("the scripts that the build has put into the page are allowed there, and nowhere else", async () => {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-site-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = "document.title = 'Portal'";
  await writeFile(
    join(folder, "index.html"),
    `<!doctype html><title>Portal</title><script>${script}</script>`,
  );
  await writeFile(join(folder, "favicon.svg"), "<svg/>");
  const app = await webServer({});
  onTestFinished(() => app.close());
  await site(app, pathToFileURL(`${folder}/`));
  const scriptsAt = async (url: string, encoding: string) => {
    const { headers } = await app.inject({
      url,
      headers: { accept: "text/html", "accept-encoding": encoding },
    });
    return /script-src [^;]*/.exec(String(headers["content-security-policy"]))?.[0];
  };
  const hash = createHash("sha256").update(script).digest("base64");
  for (const url of ["/", "/list-project", "/detail/1"]) {
    expect(await scriptsAt(url, "identity")).toBe(`script-src 'self' 'sha256-${hash}'`);
    expect(await scriptsAt(url, "br")).toBe(`script-src 'self' 'sha256-${hash}'`);
  }
  for (const url of ["/favicon.svg", "/api/v1/nothing", "/healthz"]) {
    expect(await scriptsAt(url, "br")).toBe("script-src 'self'");
  }
});

test("the first styles stand in the page and are allowed there; their link is left for the app's loader, and fetches nothing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-site-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const styles = "body{margin:0}";
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets", "index.css"), `${styles}\n`);
  await writeFile(
    join(folder, "index.html"),
    '<!doctype html><link rel="stylesheet" crossorigin href="/assets/index.css">',
  );
  const app = await webServer({});
  onTestFinished(() => app.close());
  await site(app, pathToFileURL(`${folder}/`));
  const { body, headers } = await app.inject({ url: "/list-project", headers: { accept: "text/html" } });
  expect(body).toBe(
    `<!doctype html><style>${styles}</style><link rel="stylesheet" disabled crossorigin href="/assets/index.css">`,
  );
  const hash = createHash("sha256").update(styles).digest("base64");
  expect(headers["content-security-policy"]).toContain(`style-src 'self' 'sha256-${hash}';`);
});

test("a page names what it will need, by the build's own lists; any other names nothing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-site-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "index.html"), "<!doctype html><head><!-- texts --></head><!-- files -->");
  await mkdir(join(folder, ".vite"));
  const manifest = {
    "index.html": {
      file: "assets/entry.js",
      imports: ["_shared"],
      assets: ["assets/inter-latin.woff2", "assets/inter-vietnamese.woff2", "assets/mark.svg"],
    },
    _shared: { file: "assets/shared.js" },
    "Screen.tsx": { file: "assets/screen.js", css: ["assets/screen.css"], imports: ["_shared", "_part"] },
    _part: { file: "assets/part.js", imports: ["Screen.tsx"] },
    "vi.ts": { file: "assets/vi.js" },
    "en.ts": { file: "assets/en.js" },
  };
  const pages = [
    { pattern: "/detail/:id", modules: ["Screen.tsx"], texts: { vi: ["vi.ts"], en: ["en.ts"] } },
  ];
  await writeFile(join(folder, ".vite", "manifest.json"), JSON.stringify(manifest));
  await writeFile(join(folder, ".vite", "pages.json"), JSON.stringify(pages));
  const app = await webServer({});
  onTestFinished(() => app.close());
  await site(app, pathToFileURL(`${folder}/`));
  const linksAt = async (url: string) => {
    const { body } = await app.inject({ url, headers: { accept: "text/html" } });
    return [...body.matchAll(/<link ([^>]*) crossorigin href="([^"]*)">/g)].map(
      ([, kind, file]) => `${kind} ${file}`,
    );
  };
  const named = [
    'data-texts="vi" /assets/vi.js',
    'data-texts="en" /assets/en.js',
    'rel="modulepreload" /assets/screen.js',
    'rel="preload" as="style" /assets/screen.css',
    'rel="modulepreload" /assets/part.js',
    'rel="preload" as="font" type="font/woff2" fetchpriority="low" /assets/inter-latin.woff2',
    'rel="preload" as="font" type="font/woff2" fetchpriority="low" /assets/inter-vietnamese.woff2',
  ];
  expect(await linksAt("/detail/1?day=2026-01-01")).toEqual(named);
  expect(await linksAt("/detail/1/")).toEqual(named);
  for (const other of ["/", "/detail", "/detail/", "/detail/1/2", "/index.html"]) {
    expect(await linksAt(other)).toEqual([]);
  }
});
