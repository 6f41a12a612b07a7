// A push service of browsers on loopback.
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

interface PushReceived {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What the service answers to the next pushes; the last answer stays. */
interface PushAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A push service on loopback that keeps what it is sent. */
export async function pushService(...answers: PushAnswer[]) {
  const received: PushReceived[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts) });
      const { status, headers } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 201 };
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  // A server that listens on a port has an address.
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { received, host, endpoint: (path = "/one") => `http://${host}${path}` };
}
