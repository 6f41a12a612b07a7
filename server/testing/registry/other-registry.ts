// Another registry on loopback: it speaks docs/registry-connection.md, retires what it is sent once for each number, and can fall silent.
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** What becomes of the next PUT: done, refused or undecided and answered, done and never answered, lost before it was read, or answered by somebody between. */
export type PutFate = "done" | "refused" | "pending" | "silent" | "lost" | "gateway";

interface Kept {
  readonly body: string;
  state: "done" | "refused" | "pending";
}

/** The registry, what it was asked, and what it has retired. `heard` is told of each PUT before its fate. */
export async function otherRegistry(
  secret: string,
  fates: PutFate[] = [],
  heard: (body: string) => void = () => {},
) {
  const kept = new Map<string, Kept>();
  const asked: string[] = [];
  const bodies: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const body = (await buffer(request)).toString();
    const { method = "", url = "" } = request;
    const number = decodeURIComponent(url.split("/").at(-1) ?? "");
    asked.push(method);
    if (!isSignedFor(request, body, secret)) return response.writeHead(401).end("who are you?");
    if (method === "PUT") {
      bodies.push(body);
      heard(body);
      const fate = kept.has(number) ? "done" : (fates.shift() ?? "done");
      if (fate === "lost") return request.socket.destroy();
      if (fate === "gateway") return response.writeHead(502).end("<h1>Bad Gateway</h1>");
      if (!kept.has(number)) kept.set(number, { body, state: fate === "silent" ? "done" : fate });
      if (fate === "silent") return undefined;
    }
    const one = kept.get(number);
    const said =
      one === undefined
        ? { transaction: number, state: "unknown" }
        : {
            transaction: number,
            state: one.state,
            body_sha256: createHash("sha256").update(one.body).digest("hex"),
            ...(one.state === "done" ? { reference: `THERE-${number.slice(-6)}` } : {}),
            ...(one.state === "refused" ? { reason: "The account is suspended" } : {}),
          };
    const status = one === undefined ? 404 : 200;
    return response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    base_url: `http://127.0.0.1:${port}/v1`,
    allow: [`127.0.0.1:${port}`],
    asked,
    bodies,
    /** Decides what it had not decided. */
    decide: (state: Kept["state"]) => {
      for (const one of kept.values()) one.state = state;
    },
    /** How many transactions it has done. */
    done: () => [...kept.values()].filter(({ state }) => state === "done").length,
  };
}

function isSignedFor(request: IncomingMessage, body: string, secret: string): boolean {
  const { method = "", url = "", headers } = request;
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["heliograph-signature"])) ?? [];
  return createHmac("sha256", secret).update(`${t}.${method} ${url}\n${body}`).digest("hex") === v1;
}
