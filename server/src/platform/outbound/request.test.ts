import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import dns from "node:dns/promises";
import { fileURLToPath } from "node:url";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { guardedFetch } from "./fetch.ts";
import { requestOutside } from "./request.ts";

afterEach(() => vi.restoreAllMocks());

/** What names mean from here on, one answer after the other: the name server is not ours, what it says is what these tests turn. */
function names(...answers: readonly (readonly string[])[]): () => number {
  const asked = vi.spyOn(dns, "lookup");
  asked.mockReset();
  for (const addresses of answers) {
    const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    asked.mockResolvedValueOnce(found as never);
  }
  asked.mockRejectedValue(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }));
  return () => asked.mock.calls.length;
}

async function peer(answer: RequestListener) {
  const heard: { url: string | undefined; host: string | undefined }[] = [];
  const server = createServer((request, response) => {
    heard.push({ url: request.url, host: request.headers.host });
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, heard };
}

const LIMITS = { timeout_ms: 5000, most_bytes: 1000 };

test("the name is resolved once and the connection goes to what it meant then", async () => {
  const { port, heard } = await peer((_, response) => response.end("here"));
  const asked = names(["127.0.0.1"], ["10.0.0.1"]);
  const url = `http://rebinding.example:${port}/hook`;
  const result = await requestOutside({ url, ...LIMITS }, [`rebinding.example:${port}`]);
  expect(result).toMatchObject({ kind: "answer", status: 200, body: Buffer.from("here"), is_cut: false });
  expect([asked(), heard]).toEqual([1, [{ url: "/hook", host: `rebinding.example:${port}` }]]);
});

test("a name of which one address is an inner one is refused and nothing is sent", async () => {
  const { port, heard } = await peer((_, response) => response.end());
  for (const addresses of [
    ["127.0.0.1"],
    ["8.8.8.8", "127.0.0.1"],
    ["::ffff:127.0.0.1"],
    ["169.254.169.254"],
    ["fd00::1"],
  ]) {
    names(addresses);
    const result = await requestOutside({ url: `http://inner.example:${port}/`, ...LIMITS });
    expect([addresses, result]).toMatchObject([addresses, { kind: "refused", why: "address" }]);
  }
  expect(heard).toEqual([]);
});

test("an inner address is refused before any name is asked for", async () => {
  const asked = names();
  const result = await requestOutside({ url: "http://127.0.0.1:9000/", ...LIMITS });
  expect([result, asked()]).toMatchObject([{ kind: "refused", why: "address" }, 0]);
});

test("a redirect is answered as it is and leads nowhere", async () => {
  const { port, heard } = await peer((_, response) => response.writeHead(302, { location: "/inner" }).end());
  names(["127.0.0.1"]);
  const url = `http://hook.example:${port}/`;
  const result = await requestOutside({ url, ...LIMITS }, [`hook.example:${port}`]);
  expect([result, heard.length]).toMatchObject([{ kind: "answer", status: 302 }, 1]);
});

test("of a long answer no more is read than was asked for", async () => {
  const { port } = await peer((_, response) => {
    const more = () =>
      void (response.write(Buffer.alloc(16_384, 97)) ? setImmediate(more) : response.once("drain", more));
    more();
  });
  names(["127.0.0.1"]);
  const url = `http://long.example:${port}/`;
  const result = await requestOutside({ url, ...LIMITS }, [`long.example:${port}`]);
  expect(result).toMatchObject({ kind: "answer", is_cut: true, body: Buffer.alloc(1000, 97) });
});

test("who does not answer in time, or stops in the middle, is left", async () => {
  for (const answer of [
    (() => {}) satisfies RequestListener,
    ((_, response) => void response.writeHead(200).write("a part")) satisfies RequestListener,
  ]) {
    const { port } = await peer(answer);
    names(["127.0.0.1"]);
    const url = `http://slow.example:${port}/`;
    const result = await requestOutside({ url, timeout_ms: 50, most_bytes: 1000 }, [`slow.example:${port}`]);
    expect(result).toMatchObject({ kind: "failed", why: "timeout" });
  }
});

test("a name that there is not, a port where nobody listens and a peer without TLS are told apart", async () => {
  names();
  const none = await requestOutside({ url: "https://none.example/", ...LIMITS });
  expect(none).toMatchObject({ kind: "failed", why: "name" });
  const { port } = await peer((_, response) => response.end());
  names(["127.0.0.1"], ["127.0.0.1"]);
  const allow = [`plain.example:${port}`, "closed.example:1"];
  const plain = await requestOutside({ url: `https://plain.example:${port}/`, ...LIMITS }, allow);
  expect(plain).toMatchObject({ kind: "failed", why: "tls" });
  const closed = await requestOutside({ url: "http://closed.example:1/", ...LIMITS }, allow);
  expect(closed).toMatchObject({ kind: "failed", why: "connection" });
});

test("the fetch of libraries sends what they ask and rejects where they may not go", async () => {
  const { port } = await peer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () =>
      response.end(`${request.method} ${request.headers["content-type"]} ${Buffer.concat(parts).toString()}`),
    );
  });
  names(["127.0.0.1"], ["127.0.0.1"]);
  const ask = guardedFetch(1000, [`token.example:${port}`]);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams({ code: "1" });
  const reply = await ask(`http://token.example:${port}/`, { method: "POST", headers, body });
  expect(await reply.text()).toBe("POST application/x-www-form-urlencoded code=1");
  await expect(ask("http://elsewhere.example/", {})).rejects.toThrow(TypeError);
});

test("nothing else of the server asks others over HTTP by itself", async () => {
  const folder = new URL("../../", import.meta.url);
  const files: string[] = [];
  for await (const file of glob("**/*.ts", { cwd: fileURLToPath(folder) })) files.push(file);
  const asking = files.filter(
    (file) =>
      !file.endsWith(".test.ts") &&
      /(?<![.\w])fetch\(|\brequest\b[^;]*from "node:https?"|from "(undici|axios|got)"/.test(
        readFileSync(new URL(file, folder), "utf8"),
      ),
  );
  expect(asking).toEqual(["platform/outbound/request.ts"]);
});
