import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
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
  await writeFile(join(folder, "index.html.br"), "pressed");
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
