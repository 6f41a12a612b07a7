// Calls to another registry that speaks over loopback: what is sent, what is asked, and what becomes of the redemption.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { abroad, SECRET } from "../../../../testing/registry/abroad-kit.ts";
import { otherRegistry, type PutFate } from "../../../../testing/registry/other-registry.ts";
import { redeemers } from "../../../../testing/registry/redemption-kit.ts";
import { queueDueCalls, runCall } from "./call.jobs.ts";

const TIME_LIMIT_MS = 60_000;
const PROGRAM = new URL("../../../../testing/registry/run-call.ts", import.meta.url).pathname;

/** A redemption of 50 that waits for the other registry, whose PUTs fare as stated. */
async function waiting(fates: PutFate[] = []) {
  const at = await abroad();
  const there = await otherRegistry(SECRET, fates);
  await at.connect(there.base_url);
  const redemption = await at.settled(50);
  const run = async () => runCall(at.db, (await at.lastCall()).record_uid, there.allow);
  const statusOf = async () => (await at.read(redemption.record_uid)).status;
  return { ...at, there, redemption, run, statusOf };
}

const retiredIn = async ({ db }: { db: Awaited<ReturnType<typeof abroad>>["db"] }) =>
  (
    await sql<{ n: number }>`select coalesce(sum(until - first), 0)::int8 as n from certificate_holding
      where sub_account = 'retired'`.execute(db)
  ).rows[0]?.n;

test("R21: what was imported is retired at its registry first, by number, ranges and quantity, and here when that is acknowledged", async () => {
  const at = await waiting();
  expect(await at.statusOf()).toBe("retiring");
  expect(await retiredIn(at)).toBe(0);
  const before = await at.lastCall();
  expect(before.status).toBe("prepared");
  expect(at.there.asked).toEqual([]);
  await at.run();
  const call = await at.lastCall();
  expect([call.status, call.reference]).toEqual([
    "acknowledged",
    `THERE-${call.transaction_number.slice(-6)}`,
  ]);
  expect(at.there.asked).toEqual(["PUT"]);
  expect(JSON.parse(at.there.bodies[0] ?? "")).toMatchObject({
    transaction: before.transaction_number,
    action: "retire",
    registry: "IREC",
    quantity: 50,
    serials: [
      { series: "A", first: 41, last: 80 },
      { series: "B", first: 1, last: 10 },
    ],
    beneficiary: { kind: "company", country: "VN", name: "Saigon Harbour Brewing JSC" },
  });
  await at.settle(at.redemption.record_uid);
  expect(await at.statusOf()).toBe("completed");
  expect(await retiredIn(at)).toBe(50);
  await at.run();
  await at.settle(at.redemption.record_uid);
  expect(at.there.asked).toEqual(["PUT"]);
  expect(await retiredIn(at)).toBe(50);
});

test("certificates that were issued here need no call and are retired at once", async () => {
  const at = await redeemers([{ quantity: 10, fuel: "ES300" }]);
  const { record_uid } = await at.approved(10, { fuel: "ES300" });
  expect((await at.read(record_uid)).status).toBe("completed");
  expect(await at.db.selectFrom("registry_call").selectAll().execute()).toEqual([]);
});

test.each<[PutFate, string[]]>([
  ["lost", ["PUT", "GET", "PUT"]],
  ["gateway", ["PUT", "GET", "PUT"]],
])(
  "R21: a call that was %s is unknown, and sent again under its number once the other registry says that it never had it",
  async (fate, order) => {
    const at = await waiting([fate]);
    await at.run();
    expect((await at.lastCall()).status).toBe("unknown");
    expect((await at.lastCall()).heard).not.toBeNull();
    expect(await at.statusOf()).toBe("retiring");
    await at.run();
    expect(at.there.asked).toEqual(order);
    expect(new Set(at.there.bodies.map((body) => JSON.parse(body).transaction)).size).toBe(1);
    expect([(await at.lastCall()).status, at.there.done()]).toEqual(["acknowledged", 1]);
  },
);

test("R21: what is not decided there is asked for and not sent again", async () => {
  const at = await waiting(["pending"]);
  await at.run();
  await at.run();
  expect((await at.lastCall()).status).toBe("unknown");
  expect(at.there.asked).toEqual(["PUT", "GET"]);
  at.there.decide("done");
  await at.run();
  expect((await at.lastCall()).status).toBe("acknowledged");
  expect(at.there.asked).toEqual(["PUT", "GET", "GET"]);
});

test("what is refused retires nothing; the certificates are given back by two operators, or a new call with a number of its own follows", async () => {
  const at = await waiting(["refused"]);
  await at.run();
  const first = await at.lastCall();
  expect([first.status, first.refusal]).toEqual(["refused", "The account is suspended"]);
  expect(await at.statusOf()).toBe("retiring");
  expect((await at.moveCall(at.operator.token, "try_again")).status).toBe(200);
  await at.settle(at.redemption.record_uid);
  const second = await at.lastCall();
  expect(second.transaction_number).not.toBe(first.transaction_number);
  const held = await at.read(at.redemption.record_uid);
  const reason = "The other registry will not retire them";
  const tooEarly = await at.move(at.operator, held, "refund", { reason });
  expect([tooEarly.status, tooEarly.body.code, tooEarly.body.message]).toEqual([
    422,
    "RED-030",
    "The other registry may have retired these certificates. Wait for its answer.",
  ]);
  at.there.decide("refused");
  await at.db.updateTable("registry_connection").set({ is_on: false }).execute();
  await at.run();
  expect((await at.lastCall()).status).toBe("by_hand");
  const because = { reason: "It refused them by telephone" };
  expect((await at.moveCall(at.operator.token, "refuse", because)).body.needs_second_person).toBe(true);
  expect((await at.moveCall(at.second.token, "refuse", because)).body.status).toBe("refused");
  expect((await at.move(at.operator, held, "refund", { reason })).body.needs_second_person).toBe(true);
  const other = { ...at.second, isOperator: true };
  expect((await at.move(other, held, "refund", { reason })).body.status).toBe("cancelled");
  expect((await at.lastCall()).status).toBe("closed");
  expect(await retiredIn(at)).toBe(0);
  const { rows } = await sql<{ n: number }>`select sum(until - first)::int8 as n from certificate_holding
    where sub_account = 'available'`.execute(at.db);
  expect(rows[0]?.n).toBe(60);
});

test("nothing of a demonstration leaves the house: its calls are made by hand, whatever connection is on", async () => {
  const at = await abroad(true);
  const there = await otherRegistry(SECRET);
  await at.connect(there.base_url);
  await at.settled(50);
  expect((await at.lastCall()).status).toBe("by_hand");
  await runCall(at.db, (await at.lastCall()).record_uid, there.allow);
  expect(there.asked).toEqual([]);
});

test("a call keeps its number and what it says, and a redemption has one open call to a registry", async () => {
  const at = await waiting();
  const { call_id } = await at.lastCall();
  const change = (set: ReturnType<typeof sql>) =>
    sql`update registry_call set ${set} where call_id = ${call_id}`.execute(at.db);
  await expect(change(sql`transaction_number = 'RC-2026-999999-AAAA'`)).rejects.toThrow(/keeps its number/);
  await expect(change(sql`body = '{}', body_sha256 = sha256('{}')`)).rejects.toThrow(/keeps its number/);
  await expect(change(sql`status = 'acknowledged'`)).rejects.toThrow(/check/);
  await expect(
    sql`insert into registry_call (number, business_account_id, demonstration, status, registry, country, redemption_id, origin,
        transaction_number, quantity, body, body_sha256)
      select 'RC-X', business_account_id, demonstration, 'prepared', registry, country, redemption_id, origin, 'RC-X-0000000000',
        quantity, body, body_sha256 from registry_call where call_id = ${call_id}`.execute(at.db),
  ).rejects.toThrow(/registry_call_once/);
});

test.each<[string, PutFate, string[]]>([
  ["after the other registry had retired them", "silent", ["PUT", "GET"]],
  ["before the other registry had read it", "lost", ["PUT", "GET", "PUT"]],
])(
  "R21: kill -9 after send, %s, retires them once there and once here, and nothing is sent blindly",
  { timeout: TIME_LIMIT_MS },
  async (_when, fate, order) => {
    const at = await abroad();
    const running: { kill?: () => void } = {};
    const there = await otherRegistry(SECRET, [fate], () => running.kill?.());
    await at.connect(there.base_url);
    const redemption = await at.settled(50);
    const { record_uid } = await at.lastCall();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(at.db);
    const url = inject("postgresUrl").replace(/\/[^/]*$/, `/${rows[0]?.name ?? ""}`);
    const child = spawn(process.execPath, [PROGRAM, url, record_uid, there.allow[0] ?? ""], {
      stdio: "inherit",
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    running.kill = () => void child.kill("SIGKILL");
    const [code, signal] = await once(child, "exit");
    expect([code, signal]).toEqual([null, "SIGKILL"]);
    // What the dead process left behind says that it may have been sent.
    expect((await at.lastCall()).status).toBe("sent");
    expect(there.asked).toEqual(["PUT"]);
    await at.settle(redemption.record_uid);
    expect((await at.read(redemption.record_uid)).status).toBe("retiring");
    // The next process takes it up.
    await sql`update registry_call set next_at = now()`.execute(at.db);
    await queueDueCalls(at.db);
    const jobs = await sql<{ n: number }>`select count(*)::int4 as n from graphile_worker.jobs
      where task_identifier = 'registry.call'`.execute(at.db);
    expect(jobs.rows[0]?.n).toBe(1);
    await runCall(at.db, record_uid, there.allow);
    expect(there.asked).toEqual(order);
    expect([(await at.lastCall()).status, there.done()]).toEqual(["acknowledged", 1]);
    await at.settle(redemption.record_uid);
    expect((await at.read(redemption.record_uid)).status).toBe("completed");
    expect(await retiredIn(at)).toBe(50);
  },
);
