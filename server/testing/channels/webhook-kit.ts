// Somebody's program on loopback that webhooks call.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** What it answers next, one call after the other; "silent" answers nothing. After these always 204. */
type Answers = (number | "silent" | { status: number; body?: string; headers?: Record<string, string> })[];

/** A receiver, and the calls that it was made. */
export async function receiver(answers: Answers = []) {
  const calls: { headers: IncomingHttpHeaders; body: string }[] = [];
  const hear = async (request: IncomingMessage, response: ServerResponse) => {
    calls.push({ headers: request.headers, body: (await buffer(request)).toString() });
    const next = answers.shift() ?? 204;
    if (next === "silent") return;
    const { status, body: words = "", headers = {} } = typeof next === "number" ? { status: next } : next;
    response.writeHead(status, headers).end(words);
  };
  const server = createServer((request, response) => void hear(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, allow: [`127.0.0.1:${port}`], calls };
}
