// What goes from month to month and from year to year: carry, and the remainder of a year (rules R32 and R34).
import { addDays, daysBetween } from "@heliograph/contract";
import { expect, test } from "vitest";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import { generationAccounts, handedIn, meterDays } from "../../../../testing/registry/issuance-kit.ts";
import { verifyLedger } from "../index.ts";
import { forfeitRemainders } from "./corrections/forfeit.sql.ts";

type Desk = Awaited<ReturnType<typeof issuanceDesk>>;

interface Asked {
  readonly from_day: string;
  readonly to_day: string;
  /** Wh of each day. */
  readonly wh: number;
  /** When it was handed in, ISO 8601. */
  readonly at: string;
}

const metered = ({ db, plant }: Desk, { from_day, to_day, wh }: Asked) =>
  meterDays(
    db,
    plant,
    Object.fromEntries([...daysBetween(from_day, to_day), addDays(to_day, 1)].map((day) => [day, wh])),
  );

/** A request for days that were metered, handed in at its instant. */
async function submitted(desk: Desk, asked: Asked): Promise<string> {
  const { record_uid } = await desk.begin({ from_day: asked.from_day, to_day: asked.to_day });
  await handedIn(desk.db, { record_uid }, asked.at);
  expect((await desk.act(record_uid, "submit")).status).toBe(200);
  return record_uid;
}

async function issued(desk: Desk, asked: Asked): Promise<void> {
  const record_uid = await submitted(desk, asked);
  expect((await desk.act(record_uid, "approve", {}, "issuer")).status).toBe(200);
}

const NOVEMBER = { from_day: "2024-11-21", to_day: "2024-11-30", wh: 1_060_000, at: "2024-12-03T08:00:00Z" };
const DECEMBER = { from_day: "2024-12-21", to_day: "2024-12-30", wh: 1_060_000, at: "2025-01-03T08:00:00Z" };
const JANUARY = { from_day: "2025-01-21", to_day: "2025-01-30", wh: 1_060_000, at: "2025-02-03T08:00:00Z" };

test.each([
  ["in their order", [NOVEMBER, DECEMBER]],
  ["in the other order", [DECEMBER, NOVEMBER]],
] as const)(
  "R32: 10.6 and 10.6 MWh of a year, issued %s, are 21 certificates and 0.2 carried",
  async (_, order) => {
    const desk = await issuanceDesk();
    // All is metered before anything is asked for.
    for (const one of order) await metered(desk, one);
    for (const one of order) await issued(desk, one);
    expect(await generationAccounts(desk.db)).toMatchObject([
      { vintage: 2024, certified_wh: 21_000_000, carry_wh: 200_000, metered_wh: 21_200_000 },
    ]);
    expect((await verifyLedger(desk.db)).faults).toEqual([]);
  },
);

test.each([
  ["December before January", [DECEMBER, JANUARY]],
  ["January before a late December", [JANUARY, DECEMBER]],
] as const)("R32: %s: neither uses what the other year carries", async (_, order) => {
  const desk = await issuanceDesk();
  for (const one of order) await metered(desk, one);
  for (const one of order) await issued(desk, one);
  const accounts = await generationAccounts(desk.db);
  expect(accounts.toSorted((a, b) => a.vintage - b.vintage)).toMatchObject([
    { vintage: 2024, certified_wh: 10_000_000, carry_wh: 600_000 },
    { vintage: 2025, certified_wh: 10_000_000, carry_wh: 600_000 },
  ]);
});

test("R34: December that is approved in February uses what November carried: the year's remainder is forfeited after its last deadline alone", async () => {
  const desk = await issuanceDesk();
  await metered(desk, NOVEMBER);
  await metered(desk, DECEMBER);
  await issued(desk, NOVEMBER);
  const december = await submitted(desk, DECEMBER);
  expect(await forfeitRemainders(desk.db, Date.parse("2024-12-31T17:00:00Z"))).toBe(0);
  expect(await forfeitRemainders(desk.db, Date.parse("2025-02-10T00:00:00Z"))).toBe(0);
  expect((await desk.act(december, "approve", {}, "issuer")).status).toBe(200);
  expect(await generationAccounts(desk.db)).toMatchObject([
    { certified_wh: 21_000_000, carry_wh: 200_000, reserved_wh: 0 },
  ]);
  expect(await forfeitRemainders(desk.db, Date.parse("2025-09-30T16:59:00Z"))).toBe(0);
  expect(await forfeitRemainders(desk.db, Date.parse("2025-09-30T17:00:00Z"))).toBe(1);
  expect(await generationAccounts(desk.db)).toMatchObject([{ certified_wh: 21_000_000, carry_wh: 0 }]);
});

test("R34: nothing is forfeited while a request of the year waits for its issuer, however long", async () => {
  const desk = await issuanceDesk();
  await metered(desk, NOVEMBER);
  await metered(desk, DECEMBER);
  await issued(desk, NOVEMBER);
  const december = await submitted(desk, DECEMBER);
  const late = Date.parse("2025-10-05T00:00:00Z");
  expect(await forfeitRemainders(desk.db, late)).toBe(0);
  const marks = [{ item: "readings", reason: "Is the 22nd right?" }];
  await desk.act(december, "refer", { reason: "One day looks strange.", marks }, "issuer");
  expect(await forfeitRemainders(desk.db, late)).toBe(0);
  const answers = [{ item: "readings", answer: "Yes." }];
  await desk.act(december, "resubmit", { answers });
  await desk.act(december, "approve", {}, "issuer");
  expect(await forfeitRemainders(desk.db, late)).toBe(1);
  expect(await generationAccounts(desk.db)).toMatchObject([{ certified_wh: 21_000_000, carry_wh: 0 }]);
});
