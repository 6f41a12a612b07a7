import type { CommandRow } from "@heliograph/contract/control/commands";
import { beforeAll, expect, test } from "vitest";
import { formatOf } from "../../../platform/format.ts";
import type { Words } from "../../../platform/words.ts";
import { loadAllTexts } from "../../../testing/all-texts.ts";
import { marksOf } from "./command-marks.ts";
import { commandName, evidenceText } from "./command-words.ts";
import { fakeCommand, fakeEvidence, fakeReading } from "./testing/command-fakes.ts";

let words: Words;
beforeAll(async () => {
  words = { text: await loadAllTexts("en"), format: formatOf("en") };
});
const said = (change: Partial<CommandRow>) =>
  evidenceText(fakeCommand(change), words, { timezone: "Asia/Ho_Chi_Minh" });
const marks = (change: Partial<CommandRow>) => marksOf(fakeCommand(change)).join(" ");
const called = (args: CommandRow["args"]) => commandName(args, words);
const applied = (reason: NonNullable<NonNullable<CommandRow["evidence"]>["reason"]>) =>
  ({ state: "applied", evidence: fakeEvidence({ seen: "cannot_be_seen", reason }) }) as const;
const NZE = { name: "zero_export", on: true, export_limit_w: 0 } as const;

test("a command is called by what it does", () => {
  expect(called({ name: "power_limit", limit: { percent: 60 } })).toBe("Power 60 %");
  expect(called({ name: "power_limit", limit: { w: 450_000 } })).toBe("Power 450 kW");
  expect(called({ name: "power_limit", limit: null })).toBe("Own limit");
  expect(called({ name: "connect", on: false })).toBe("Off");
  expect(called({ name: "connect", on: true, relay: "RL1" })).toBe("RL1 On");
  expect(called(NZE)).toBe("Zero export on");
});

test("what was seen is said with its figures and its time", () => {
  expect(said({})).toBe("38.2 kW to 25 kW in 38 s");
  const evidence = fakeEvidence({
    before: fakeReading(-5, "ac_power_w", -38_200),
    readings: [fakeReading(38, "ac_power_w", 120)],
  });
  expect(said({ args: NZE, devices: [], device_count: 0, evidence })).toBe(
    "Seen in meter data: export from 38.2 kW to 0 kW in 38 s",
  );
  expect(marks({})).toBe("done done done done done");
});

test("what failed says who showed what, and for how long", () => {
  const evidence = fakeEvidence({
    seen: "contradicted",
    readings: [fakeReading(190, "ac_power_w", 412_000)],
    contradicted_since: "2026-11-20T03:38:12.500Z",
  });
  const failed = { state: "failed", note: "contradicted", evidence } as const;
  expect(said({ ...failed, devices: [], device_count: 0 })).toBe(
    "Acknowledged, but the meter still showed 412 kW after 3 min",
  );
  expect(said(failed)).toBe("Acknowledged, but INV-01 still showed 412 kW after 3 min");
  expect(marks(failed)).toBe("done done done done failed");
  const refused = {
    state: "failed",
    note: "refused",
    text: "No such relay",
    evidence: null,
    is_acknowledged: false,
  } as const;
  expect(said(refused)).toBe("Refused by the gateway: No such relay");
  expect(marks(refused)).toBe("done done failed failed failed");
});

test("what is set and cannot be seen has a mark and a reason of its own", () => {
  expect(said(applied("no_production"))).toBe("Set, but cannot be seen now: nothing is produced");
  expect(said(applied("below_limit"))).toBe("Set, but cannot be seen now: the sun is below the limit");
  expect(said(applied("no_meter"))).toBe("Set, but cannot be seen now: nothing measures it");
  expect(marks(applied("below_limit"))).toBe("done done done done unseen");
});

test("what ended otherwise says how, and by what", () => {
  const by = {
    command_uid: "7c410000-4f89-41d3-9a0c-0305e82c33e1",
    args: { name: "power_limit", limit: { percent: 80 } },
    created_at: "2026-11-20T07:07:00.000Z",
  } as const;
  const over = { state: "superseded", superseded_by: by, evidence: null, is_acknowledged: false } as const;
  expect(said({ ...over, sent_at: null })).toBe("By Power 80 % at 14:07, before it was sent");
  expect(said(over)).toBe("By Power 80 % at 14:07");
  expect(marks({ ...over, sent_at: null })).toBe("done due due due due");
  const expired = {
    state: "expired",
    evidence: null,
    is_acknowledged: false,
    state_at: "2026-11-20T03:40:02.100Z",
  } as const;
  expect(said({ ...expired, sent_at: null, note: "not_sent" })).toBe("Gateway silent for 2 min, never sent");
  expect(said({ ...expired, note: "not_acknowledged", state_at: "2026-11-20T03:40:02.500Z" })).toBe(
    "No answer for 2 min, never sent again",
  );
  expect(said({ state: "reverted", note: "gateway_reverted" })).toBe("The gateway went back by itself");
});

test("another controller is named with what it set, and when", () => {
  const conflict = { ...fakeReading(60, "power_limit_w", 27_500), at: "2026-11-20T02:11:00.000Z" };
  expect(said({ evidence: fakeEvidence({ conflict, conflict_percent: 55 }) })).toBe(
    "Another controller sets this device: 55 % at 09:11",
  );
  // It stays said where the command has failed for it; of a device without a rating in kW.
  const failed = fakeEvidence({ is_set: false, conflict, conflict_percent: 55 });
  expect(said({ state: "failed", note: "not_set", evidence: failed })).toBe(
    "Another controller sets this device: 55 % at 09:11",
  );
  expect(said({ evidence: fakeEvidence({ conflict }) })).toBe(
    "Another controller sets this device: 27.5 kW at 09:11",
  );
});

test("what was never read back is said so", () => {
  expect(said({ state: "failed", note: "not_read_back" })).toBe(
    "Acknowledged, but nothing behind the gateway ever said that it is set",
  );
});
