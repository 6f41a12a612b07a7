import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { addDays, headText, plainGmt8Day } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { receiver } from "../../../../testing/channels/webhook-kit.ts";
import { posted, smallLedger, tamper, transfer } from "../../../../testing/registry/ledger-db-kit.ts";
import { announcedKey, keyFolder, sealAll } from "../../../../testing/registry/sealed-kit.ts";
import { isSignedBy } from "../../../platform/documents/signing-key.ts";
import { verifyJournal } from "../ledger/verify.sql.ts";
import { headsBelow } from "../proofs/log.sql.ts";
import { keptHeadsIn } from "./kept-heads.ts";
import { publishHeads } from "./publish-heads.jobs.ts";

const DAY_MS = 86_400_000;

/** A log with a head of the day before yesterday, two of yesterday, and one of today. */
async function daysOfHeads() {
  const at = await smallLedger();
  const { db, a, b } = at;
  const key = await announcedKey(db);
  for (const n of [1, 2, 3, 4]) {
    await posted(db, transfer(`t ${n}`, a, b, [n, n + 1]));
    await sealAll(db, key);
  }
  const now = Date.now();
  const heads = (await headsBelow(db, { below: undefined, limit: 10 })).toReversed();
  const moved = [2, 1, 1, 0].map((days, i) => ({
    size: heads[i]?.size ?? 0,
    at: new Date(now - days * DAY_MS),
  }));
  for (const { size, at: when } of moved) {
    await tamper(db, `update journal_head set at = '${when.toISOString()}' where size = ${size}`);
  }
  const folder = await keyFolder();
  return { ...at, now, today: plainGmt8Day(now), heads, file: join(folder, "elsewhere", "heads.jsonl"), key };
}

const linesOf = async (file: string): Promise<{ day: string; size: number }[]> =>
  (await readFile(file, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { day: string; size: number });

test("R41: the last head of each day that is over is added to the file and handed to the receiver, once, and can be checked by whoever has it", async () => {
  const { db, now, today, heads, file, key } = await daysOfHeads();
  const { url, calls } = await receiver();
  await publishHeads(db, { file, webhook: url }, now);
  await publishHeads(db, { file, webhook: url }, now);
  const expected = [
    [addDays(today, -2), heads[0]?.size],
    [addDays(today, -1), heads[2]?.size],
  ];
  expect((await linesOf(file)).map(({ day, size }) => [day, size])).toEqual(expected);
  const sent = calls.map(({ body }) => JSON.parse(body) as (typeof heads)[number] & { day: string });
  expect(sent.map(({ day, size }) => [day, size])).toEqual(expected);
  const [first] = sent;
  if (first === undefined) throw new Error("Nothing was sent");
  // Its signature is under the time that it had when it was signed.
  const signed = headText({ ...first, at: Date.parse(first.at) });
  expect(isSignedBy(key.public_key, signed, Buffer.from(first.signature, "hex"))).toBe(true);
  await publishHeads(db, { file, webhook: url }, now + DAY_MS);
  expect((await linesOf(file)).map(({ day }) => day)).toEqual(
    [-2, -1, 0].map((days) => addDays(today, days)),
  );
  const kept = keptHeadsIn(await readFile(file, "utf8"));
  expect((await verifyJournal(db, kept)).faults.filter(({ message }) => message.includes("kept"))).toEqual(
    [],
  );
});

test("R41: where a head cannot be put is noted with the reason and tried again, and keeps no other place from getting it", async () => {
  const { db, now, file } = await daysOfHeads();
  const { url, calls } = await receiver([500, 204]);
  await expect(publishHeads(db, { file, webhook: url }, now)).rejects.toThrow("1 heads");
  expect(await linesOf(file)).toHaveLength(2);
  const noted = () =>
    db.selectFrom("head_publication").select(["place", "error"]).orderBy("day").orderBy("place").execute();
  expect(await noted()).toEqual([
    { place: "file", error: null },
    { place: "webhook", error: "The answer was 500" },
    { place: "file", error: null },
    { place: "webhook", error: null },
  ]);
  await publishHeads(db, { file, webhook: url }, now);
  expect(calls).toHaveLength(3);
  expect((await noted()).every(({ error }) => error === null)).toBe(true);
  // A place that is no file: the other one gets them all the same.
  await sql`delete from head_publication`.execute(db);
  await expect(publishHeads(db, { file: "/dev/null/heads.jsonl", webhook: url }, now)).rejects.toThrow(
    "2 heads",
  );
  expect(calls).toHaveLength(5);
});

test("a log that has no head yet publishes none", async () => {
  const { db } = await smallLedger();
  const file = join(await keyFolder(), "heads.jsonl");
  await publishHeads(db, { file, webhook: null }, Date.now());
  await expect(readFile(file)).rejects.toThrow("ENOENT");
});

test("kept heads are read as a list, as the answer of the call, or one in a line; what is none is refused", () => {
  const one = { size: 3, root: "ab".repeat(32) };
  const forms = [
    JSON.stringify([one]),
    JSON.stringify({ items: [{ ...one, at: "x" }] }),
    `${JSON.stringify(one)}\n`,
  ];
  for (const text of forms) expect(keptHeadsIn(text)).toEqual([one]);
  expect(keptHeadsIn(`${JSON.stringify(one)}\n${JSON.stringify({ ...one, size: "4" })}\n`)).toHaveLength(2);
  for (const text of ["{}", "[1]", "not JSON", '{"size": 0, "root": "ab"}']) {
    expect(() => keptHeadsIn(text), text).toThrow();
  }
});
