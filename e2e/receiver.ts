// Somebody's program on loopback, at a port where the server of the journeys may call.
import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";

interface ReceivedCall {
  /** Path of the address that was called. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Listens at the port: the calls that came, what is answered to the next ones, and how it ends. */
export async function receiver(port: string | undefined) {
  const calls: ReceivedCall[] = [];
  const answers = { status: 204, words: "" };
  const server = createServer((request, response) => {
    void buffer(request).then(
      (body) => {
        calls.push({ path: request.url ?? "", headers: request.headers, body });
        return response.writeHead(answers.status).end(answers.words);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(Number(port), "127.0.0.1", resolve);
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: (path: string) => `http://127.0.0.1:${port}${path}`, calls, answers, close };
}
