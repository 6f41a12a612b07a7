// A screen that listens to live values on a real HTTP server.
import {
  alarmsNotice,
  arrivalNotice,
  commandNotice,
  liveEvents,
  liveSummary,
  type LiveSummary,
} from "@heliograph/contract";
import { onTestFinished } from "vitest";
import { doorkeeperGateway } from "../src/domains/fleet/index.ts";
import { doorkeeperSession } from "../src/domains/identity/index.ts";
import { liveRoutes, startLive } from "../src/domains/telemetry/index.ts";
import type { Db } from "../src/platform/db.ts";
import { server } from "../src/platform/http.ts";
import type { Listener } from "../src/platform/listener.ts";
import { listen, webServer } from "../src/platform/web-server.ts";

/** Serves the stream until the test ends and returns its address; access is checked again every `accessMs`. */
export async function liveServer(db: Db, listener: Listener, accessMs?: number): Promise<string> {
  const live = await startLive({ db, listener, ...(accessMs === undefined ? {} : { accessMs }) });
  const app = await webServer({});
  liveRoutes(server(app, { session: doorkeeperSession(db), gateway: doorkeeperGateway(db) }), db, live);
  const port = await listen(app, "127.0.0.1", 21_000 + (process.pid % 20_000));
  onTestFinished(async () => {
    await app.close();
    await live.stop();
  });
  return `http://127.0.0.1:${port}/api/v1/${liveEvents.path}`;
}

/** Opens the stream; `events` grows as they arrive. Leaves when the test ends. */
export const screen = (url: string, token: string, ...projects: string[]) =>
  waiting(url, token, { project_uid: projects.join(",") });

/** As `screen`, for any query; `arrived` grows with what is said of arrivals, `commandsOf` with that of commands, `alarms` with each that is said of alarms. */
export async function waiting(url: string, token: string, query: Readonly<Record<string, string>>) {
  const away = new AbortController();
  onTestFinished(() => away.abort());
  const reply = await fetch(`${url}?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: away.signal,
  });
  const events: LiveSummary[] = [];
  const arrived: string[] = [];
  const commandsOf: string[] = [];
  const alarms: true[] = [];
  const read = async () => {
    let text = "";
    for await (const piece of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (text + piece).split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const event = /^event: (.+)$/m.exec(part)?.[1];
        const sent = /^data: (.+)$/m.exec(part)?.[1];
        if (event === "arrival" && sent !== undefined) {
          arrived.push(arrivalNotice.parse(JSON.parse(sent)).arrived_at);
        }
        if (event === "commands" && sent !== undefined) {
          commandsOf.push(commandNotice.parse(JSON.parse(sent)).commands_of);
        }
        if (event === "alarms" && sent !== undefined) {
          alarms.push(alarmsNotice.parse(JSON.parse(sent)).alarms_changed);
        }
        if (event === "summary" && sent !== undefined) events.push(liveSummary.parse(JSON.parse(sent)));
      }
    }
  };
  if (reply.ok) read().catch(() => {}); // the test leaves while the stream is open
  return { status: reply.status, events, arrived, commandsOf, alarms, reply };
}
