import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { connect as connectDb } from "../db.ts";
import { watchDatabase } from "./database-watch.ts";

/** A way to the test database that can be frozen: nothing passes any more, and nothing says so. */
async function freezable() {
  const target = new URL(inject("postgresUrl"));
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
      socket.on("close", () => (socket === near ? far : near).destroy());
    }
    near.on("data", (chunk) => far.write(chunk));
    far.on("data", (chunk) => near.write(chunk));
    if (frozen) for (const socket of [near, far]) socket.pause();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port); // a TCP server that listens has one
  const set = (to: boolean) => {
    frozen = to;
    for (const socket of sockets) {
      if (to) socket.pause();
      else socket.resume();
    }
  };
  return { url: url.href, freeze: () => set(true), thaw: () => set(false) };
}

test("while the database is frozen every caller is told 503, those who wait as well, and once it is back all goes on", async () => {
  const { url, freeze, thaw } = await freezable();
  const pools = connectDb(url, 2);
  const watch = watchDatabase(url);
  onTestFinished(async () => {
    thaw();
    await watch.stop();
    await pools.close();
  });
  const ask = () => watch.whileItAnswers(() => sql`select 1 as one`.execute(pools.db));
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  await watch.answers();

  freeze();
  // Still frozen when these are answered: they do not wait for the database.
  for (let n = 0; n < 3; n += 1) {
    await expect(ask()).rejects.toMatchObject({ status: 503, code: "unavailable" });
  }
  await expect(watch.answers()).rejects.toMatchObject({ status: 503 });

  thaw();
  await expect.poll(() => ask().then(({ rows }) => rows, String), { timeout: 20_000 }).toEqual([{ one: 1 }]);
  await watch.answers();
});
