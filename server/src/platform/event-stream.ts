// Server-sent events: one answer that stays open.
import type { FastifyInstance, FastifyReply } from "fastify";
import type { OutgoingHttpHeaders } from "node:http";

/** Writes one server-sent event; answers false once the caller's buffer is full and the stream has been cut. */
export type Send = (event: string, data: unknown, id?: string) => boolean;

/** A caller that does not read is cut off when this much waits for it. */
const BUFFER_BYTES = 1_000_000;
/** Keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 15_000;
/** As long as an access token lives: a session that was ended must not keep reading; the caller comes back signed in. */
const LIFE_MS = 15 * 60_000;
const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

/**
 * Returns the function that turns a reply into a stream: `start` gets `send` and answers what to do when the caller
 * goes. When `start` throws, nothing has been written and the error goes on. Closing `app` ends all its streams.
 */
export function eventStreams(
  app: FastifyInstance,
): (reply: FastifyReply, start: (send: Send) => Promise<() => void>) => Promise<void> {
  const open = new Set<() => void>();
  app.addHook("preClose", async () => {
    for (const end of open) end();
  });
  return async (reply, start) => {
    const { raw } = reply;
    // Who asks for the head of what never ends wants to know that it is there.
    if (reply.request.method === "HEAD") {
      await reply.headers(HEADERS).send();
      return;
    }
    let state: "waiting" | "open" | "closed" = "waiting";
    const early: string[] = [];
    const write = (text: string): boolean => {
      if (state === "closed" || raw.destroyed) return false;
      if (state === "waiting") early.push(text);
      else raw.write(text);
      if (raw.writableLength > BUFFER_BYTES) raw.destroy();
      return !raw.destroyed;
    };
    const stop = await start((event, data, id) =>
      write(`${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    );
    reply.hijack();
    if (raw.destroyed) return stop();
    raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders), // Fastify widens its header names; the values are Node's
      ...HEADERS,
    });
    state = "open";
    write(`retry: 2000\n\n${early.join("")}`);
    const end = () => raw.end();
    open.add(end);
    const heartbeat = setInterval(() => write(": \n\n"), HEARTBEAT_MS);
    const life = setTimeout(end, LIFE_MS);
    raw.once("close", () => {
      state = "closed";
      open.delete(end);
      clearInterval(heartbeat);
      clearTimeout(life);
      stop();
    });
  };
}
