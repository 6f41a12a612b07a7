import { addDays, plainGmt8Day, readLogStatus } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { smallLedger, tamper } from "../../../../testing/registry/ledger-db-kit.ts";
import { company, issuerOf, memberOf, platformOperator } from "../../../../testing/registry/record-kit.ts";
import { announcedKey, sealAll } from "../../../../testing/registry/sealed-kit.ts";
import { logStatusRoutes } from "./log-status.routes.ts";

test("R24, R41: platform operators see that the ledger is held, what its check found and what was not published; nobody else finds the call", async () => {
  const { db } = await smallLedger();
  await sealAll(db, await announcedKey(db));
  let now = Date.now();
  const api = await apiOf(db, (serve) => logStatusRoutes(serve, db, () => now));
  const operator = await platformOperator(db);
  const status = async (token: string) => api(readLogStatus, { token });
  expect((await status(operator.token)).body).toEqual({ hold: null, check: null, late: [] });
  await tamper(db, "insert into ledger_hold (size, root) values (7, sha256('x'))");
  await sql`insert into ledger_check (checked_at, entries, faults) values (now(), 2, 3)`.execute(db);
  // A publication has twelve hours after its day: the day of the head is late then, and the next is not over.
  const { rows } = await sql<{ at: Date }>`select min(at) as at from journal_head`.execute(db);
  const day = plainGmt8Day(rows[0]?.at ?? now);
  now = Date.parse(`${addDays(day, 1)}T12:00:01+08:00`);
  expect((await status(operator.token)).body).toMatchObject({
    hold: { size: 7, log_size: 2, root: expect.stringMatching(/^[0-9a-f]{64}$/) },
    check: { entries: 2, faults: 3, checker: "" },
    late: [{ day, place: "file", error: null }],
  });
  const manager = await memberOf(db, await company(db, "Solar One"), "account_manager");
  for (const { token } of [manager, await issuerOf(db)]) {
    expect((await status(token)).status).toBe(404);
  }
});
