import type { CommandArgs, CommandEvidence, CommandState } from "@heliograph/contract";
import { expect, test } from "vitest";
import { judge } from "./evidence.ts";
import type { CommandFacts, WatchedDevice, WatchedReading } from "./evidence-facts.ts";
import { nextLook } from "./next-look.ts";

const SENT = Date.parse("2026-02-04T05:00:00Z");
const S = 1000;
const inverter: WatchedDevice = {
  device_id: 1,
  device_uid: "00000000-0000-4000-8000-000000000001",
  serial: "INV-1",
  asset_type: "solar_inverter",
  ac_nominal_w: 50_000,
};
const grid: WatchedDevice = {
  ...inverter,
  device_id: 2,
  serial: "GM-1",
  asset_type: "grid_meter",
  ac_nominal_w: null,
};
const HALF: CommandArgs = { name: "power_limit", limit: { percent: 50 } };

/** A reading so many seconds after the command was sent, of a minute before; what it says is given. */
const reading = (after_s: number, says: Partial<WatchedReading>): WatchedReading => ({
  device_id: 1,
  at_ms: SENT + after_s * S,
  interval_ms: 60 * S,
  ac_power_w: null,
  power_limit_w: null,
  power_limit_source: null,
  nze_on: null,
  export_limit_w: null,
  state: null,
  relays: null,
  ...says,
});

interface Given {
  readonly args?: CommandArgs;
  readonly state?: CommandState;
  readonly evidence?: CommandEvidence | null;
  readonly readings?: readonly WatchedReading[];
  readonly before?: readonly WatchedReading[];
  readonly devices?: readonly WatchedDevice[];
  readonly now_s?: number;
  readonly message?: Partial<NonNullable<CommandFacts["message"]>>;
  readonly command?: Partial<CommandFacts["command"]>;
}

/** A command that was sent and answered after a second, and what is known of it. */
function facts(given: Given): CommandFacts {
  const { args = HALF, state = "acknowledged", evidence = null, readings = [], before = [] } = given;
  const newest = Math.max(SENT + 2 * S, ...readings.map(({ at_ms }) => at_ms));
  return {
    now_ms: given.now_s === undefined ? newest : SENT + given.now_s * S,
    command: {
      args,
      state,
      evidence,
      expires_ms: SENT + 120 * S,
      revert_after_ms: null,
      held_ms: null,
      device_id: 1,
      interval_ms: 60 * S,
      ...given.command,
    },
    message: {
      sent_ms: SENT,
      sent_by: "mqtt",
      ack_ms: SENT + S,
      ack_status: "done",
      ack_text: "",
      ack_in_force_w: null,
      reverted_ms: null,
      ...given.message,
    },
    devices: given.devices ?? [inverter, grid],
    readings,
    before,
    firmware_version: null,
  };
}
const said = (given: Given) => {
  const { moves, evidence } = judge(facts(given));
  return { steps: moves.map(({ state, note }) => (note === null ? state : `${state}: ${note}`)), evidence };
};
const set = { power_limit_w: 25_000, power_limit_source: 2 };

test("a limit that is read back within 1 % and brought the power down is verified", () => {
  const before = [reading(-10, { ac_power_w: 41_000 })];
  const told = said({
    before,
    readings: [reading(50, { ...set, power_limit_w: 25_200, ac_power_w: 25_050 })],
  });
  expect(told.steps).toEqual(["applied", "verified"]);
  expect(told.evidence).toMatchObject({
    seen: "seen",
    read_back: [
      { serial: "INV-1", quantity: "power_limit_w", value: 25_200, at: "2026-02-04T05:00:50.000Z" },
    ],
    readings: [{ serial: "INV-1", quantity: "ac_power_w", value: 25_050 }],
    before: { value: 41_000, at: "2026-02-04T04:59:50.000Z" },
  });
});

test("a lower limit set on site stays, and is shown", () => {
  const before = [reading(-10, { ac_power_w: 30_000 })];
  const lower = { power_limit_w: 20_000, power_limit_source: 1, ac_power_w: 20_100 };
  expect(said({ before, readings: [reading(50, lower)] })).toMatchObject({
    steps: ["applied", "verified"],
    evidence: { on_site_w: 20_000, conflict: null },
  });
});

test("below the limit nothing can be seen: it stays applied, and is verified once the plant is at its limit", () => {
  const before = [reading(-10, { ac_power_w: 12_000 })];
  const low = reading(50, { ...set, ac_power_w: 12_000 });
  const first = said({ before, readings: [low] });
  expect(first.steps).toEqual(["applied"]);
  expect(first.evidence).toMatchObject({ seen: "cannot_be_seen", reason: "below_limit" });
  const at = (after_s: number) => reading(after_s, { ...set, ac_power_w: 24_800 });
  const known = { state: "applied" as const, evidence: first.evidence, before };
  expect(said({ ...known, readings: [low, at(110)] }).steps).toEqual([]);
  expect(said({ ...known, readings: [low, at(110), at(170)] }).steps).toEqual(["verified"]);
});

test("in the dark it cannot be seen for want of production", () => {
  const readings = [reading(50, { ...set, ac_power_w: 0 })];
  expect(said({ readings, before: [reading(-10, { ac_power_w: 0 })] }).evidence).toMatchObject({
    seen: "cannot_be_seen",
    reason: "no_production",
  });
});

test("a device that says it obeys and does not has failed after three minutes of whole intervals", () => {
  const lies = [110, 170, 230].map((after_s) => reading(after_s, { ...set, ac_power_w: 41_000 }));
  const before = [reading(-10, { ac_power_w: 41_000 })];
  const early = said({ before, readings: lies.slice(0, 2) });
  expect(early.steps).toEqual(["applied"]);
  expect(early.evidence).toMatchObject({
    seen: "contradicted",
    contradicted_since: "2026-02-04T05:00:50.000Z",
  });
  const known = { state: "applied" as const, evidence: early.evidence, before };
  expect(said({ ...known, readings: lies.slice(1) })).toMatchObject({
    steps: ["failed: contradicted"],
    evidence: { readings: [{ value: 41_000 }] },
  });
  // One interval in between that is as ordered begins the time anew.
  const between = [lies[0], reading(170, { ...set, ac_power_w: 25_000 }), lies[2]].filter(
    (one) => one !== undefined,
  );
  expect(said({ ...known, readings: between }).steps).not.toContain("failed: contradicted");
});

test("an interval that began before the answer proves nothing against it", () => {
  expect(said({ readings: [reading(50, { ...set, ac_power_w: 41_000 })] }).evidence).toMatchObject({
    seen: null,
  });
});

test("with an interval of five minutes it takes three of them", () => {
  const at = (after_s: number) => ({
    ...reading(after_s, { ...set, ac_power_w: 41_000 }),
    interval_ms: 300 * S,
  });
  const slow = { command: { interval_ms: 300 * S } };
  expect(said({ ...slow, readings: [at(310), at(610)] }).steps).not.toContain("failed: contradicted");
  expect(said({ ...slow, readings: [at(310), at(610), at(910)] }).steps).toContain("failed: contradicted");
});

test("a device that says for so long that something else is set has failed", () => {
  const other = { power_limit_w: 50_000, power_limit_source: 0 };
  const at = (after_s: number) => reading(after_s, other);
  const first = said({ readings: [at(60)] });
  expect(first.steps).toEqual([]);
  expect(said({ evidence: first.evidence, readings: [at(120)] }).steps).toEqual([]);
  expect(said({ evidence: first.evidence, readings: [at(190)] }).steps).toEqual(["failed: not_set"]);
});

test("another controller is noted once, and once more when it is over", () => {
  const before = [reading(-10, { ac_power_w: 41_000 })];
  const proven = said({ before, readings: [reading(50, { ...set, ac_power_w: 25_000 })] }).evidence;
  const other = reading(110, { power_limit_w: 27_500, power_limit_source: 3, ac_power_w: 27_400 });
  const noted = said({ state: "verified", evidence: proven, before, readings: [other] });
  expect(noted.steps).toEqual(["verified: conflict"]);
  expect(noted.evidence?.conflict).toMatchObject({ serial: "INV-1", value: 27_500 });
  expect(noted.evidence?.read_back).toEqual(proven?.read_back);
  const again = { state: "verified" as const, evidence: noted.evidence, before };
  expect(said({ ...again, readings: [{ ...other, at_ms: SENT + 170 * S }] }).steps).toEqual([]);
  expect(said({ ...again, readings: [reading(170, { ...set, ac_power_w: 25_000 })] }).steps).toEqual([
    "verified: conflict_over",
  ]);
});

test("a device that another controller sets is shown so with what it set, and the command that it fights has failed", () => {
  const before = [reading(-10, { ac_power_w: 41_000 })];
  const low = reading(10, { ...set, ac_power_w: 20_000 });
  const known = said({ before: [reading(-10, { ac_power_w: 12_000 })], readings: [low] }).evidence;
  const other = (after_s: number) =>
    reading(after_s, { power_limit_w: 42_500, power_limit_source: 3, ac_power_w: 20_000 });
  const noted = said({ state: "applied", evidence: known, before, readings: [low, other(70)] });
  expect(noted.steps).toEqual(["applied: conflict"]);
  expect(noted.evidence).toMatchObject({ conflict: { value: 42_500 }, conflict_percent: 85, is_set: false });
  const on = { state: "applied" as const, evidence: noted.evidence, before };
  expect(said({ ...on, readings: [other(70), other(130), other(190)] }).steps).toEqual([]);
  const failed = said({ ...on, readings: [other(70), other(130), other(190), other(250)] });
  expect(failed.steps).toEqual(["failed: not_set"]);
  expect(failed.evidence).toMatchObject({ conflict: { value: 42_500 }, conflict_percent: 85 });
});

const heater: WatchedDevice = { ...inverter, device_id: 3, serial: "C-1", asset_type: "swh_controller" };
const RELAY: CommandArgs = { name: "connect", on: true, relay: "RL2" };

const relaySays = (on: boolean) => ({ ...reading(50, { relays: [{ relay: "RL2", on }] }), device_id: 3 });

test("a relay that is ordered for the gateway itself is read back from its controller", () => {
  const of = { args: RELAY, command: { device_id: null }, devices: [heater] };
  const told = said({ ...of, readings: [relaySays(true)] });
  expect(told.steps).toEqual(["applied"]);
  expect(told.evidence).toMatchObject({ read_back: [{ serial: "C-1", quantity: "RL2", value: 1 }] });
  expect(said({ ...of, readings: [relaySays(false)] }).steps).toEqual([]);
});

test("what nothing behind the gateway can ever say has failed after three minutes, and what nobody has said after a day", () => {
  const nobody = { args: RELAY, command: { device_id: null }, devices: [inverter] };
  expect(said({ ...nobody, now_s: 180 }).steps).toEqual([]);
  expect(said({ ...nobody, now_s: 181 }).steps).toEqual(["failed: not_read_back"]);
  const silent = { args: RELAY, command: { device_id: null }, devices: [heater] };
  const mute = [{ ...reading(50, { ac_power_w: 900 }), device_id: 3 }];
  expect(said({ ...silent, readings: mute, now_s: 86_400 }).steps).toEqual([]);
  expect(said({ ...silent, readings: mute, now_s: 86_401 }).steps).toEqual(["failed: not_read_back"]);
  // What is proven otherwise than by a setting is left alone.
  const drill: CommandArgs = { name: "nze_drill", meter_out_s: 10 };
  expect(said({ args: drill, command: { device_id: null }, now_s: 90_000 }).steps).toEqual([]);
});

test("switched off is seen when the power goes, and cannot be seen at night", () => {
  const off = { args: { name: "connect", on: false } as const };
  const now = reading(60, { state: 1, ac_power_w: 0 });
  expect(said({ ...off, before: [reading(-10, { ac_power_w: 9000 })], readings: [now] }).steps).toEqual([
    "applied",
    "verified",
  ]);
  expect(said({ ...off, before: [reading(-10, { ac_power_w: 0 })], readings: [now] }).evidence).toMatchObject(
    { reason: "no_production" },
  );
});

const meter = (after_s: number, says: Partial<WatchedReading>) => ({
  ...reading(after_s, says),
  device_id: 2,
});
const NZE: CommandArgs = { name: "zero_export", on: true, export_limit_w: 0 };
const ofGateway = { command: { device_id: null } };

test("zero export is seen in the meter at the grid", () => {
  const before = [meter(-10, { ac_power_w: -38_200 })];
  const readings = [meter(50, { nze_on: 1, export_limit_w: 0, ac_power_w: 120 })];
  const told = said({ args: NZE, ...ofGateway, before, readings });
  expect(told.steps).toEqual(["applied", "verified"]);
  expect(told.evidence?.read_back.map(({ quantity, value }) => [quantity, value])).toEqual([
    ["nze_on", 1],
    ["export_limit_w", 0],
  ]);
  expect(told.evidence?.before?.value).toBe(-38_200);
});

test("zero export without a meter at the grid can never be proven", () => {
  const told = said({
    args: NZE,
    ...ofGateway,
    devices: [inverter],
    readings: [reading(50, { ac_power_w: 100 })],
  });
  expect(told.steps).toEqual([]);
  expect(told.evidence).toMatchObject({ is_set: false, seen: "cannot_be_seen", reason: "no_meter" });
});

test("what was sent and not answered expires, and an answer after that is a note and nothing more", () => {
  const sent = { state: "sent" as const, message: { ack_ms: null, ack_status: null } };
  expect(said({ ...sent, now_s: 119 }).steps).toEqual([]);
  expect(said({ ...sent, now_s: 120 }).steps).toEqual(["expired: not_acknowledged"]);
  const late = { state: "expired" as const, message: { ack_ms: SENT + 125 * S } };
  expect(said({ ...late, now_s: 126 }).steps).toEqual(["expired: late_answer"]);
  // It is noted once: the command is not looked at again.
  expect(nextLook(facts({ ...late, now_s: 126 }), "expired")).toBeNull();
});

test("what a gateway refuses or cannot do has failed, in its words", () => {
  const refused = said({ state: "sent", message: { ack_status: "refused", ack_text: "No such relay" } });
  expect(refused.steps).toEqual(["failed: refused"]);
  expect(
    judge(facts({ state: "sent", message: { ack_status: "failed", ack_text: "Bus error" } })).moves,
  ).toMatchObject([{ state: "failed", note: "gateway_failed", text: "Bus error" }]);
});

test("a gateway that was lost for its reversion time has gone back by itself, at that very instant", () => {
  const held = { command: { revert_after_ms: 900 * S, held_ms: SENT + 300 * S }, state: "verified" as const };
  expect(said({ ...held, now_s: 1199 }).steps).toEqual([]);
  const lost = judge(facts({ ...held, now_s: 3600 })).moves;
  expect(lost).toMatchObject([{ state: "reverted", note: "lost", at_ms: SENT + 1200 * S }]);
  expect(said({ ...held, now_s: 400, message: { reverted_ms: SENT + 390 * S } }).steps).toEqual([
    "reverted: gateway_reverted",
  ]);
});
