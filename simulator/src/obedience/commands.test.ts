import { commandAck, type CommandArgs, type CommandMessage } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { plantOf } from "../../testing/fleet-kit.ts";
import { devicesOf } from "../fleet/devices.ts";
import { fleet } from "../fleet/fleet.ts";
import { settingsAt, type Order } from "../orders.ts";
import { characterOf, siteLimitOf, type Character } from "./characters.ts";
import { heldOn, NOTHING_HEARD, obey, revertDue, type Obedience, type Obeying } from "./commands.ts";

const plant = plantOf("detmay-binhan");
const devices = devicesOf(plant, 0);
const uidOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
const deviceUid = (index: number) => uidOf(900 + index);
const inverter = devices.findIndex(({ kind }) => kind === "inverter");
const meter = devices.findIndex(({ kind }) => kind === "grid_meter");
const NOW = 1_795_000_000_000;

const who = (character: Character = {}, of = plant): Obeying => ({
  serial: "HG-1",
  character,
  behind: {
    plant: of,
    index: 0,
    device: (uid) => devices[Number(uid.slice(-12)) - 900] ?? null,
  },
});

const message = (
  index: number,
  args: CommandArgs,
  rest: Partial<Omit<CommandMessage, "name">> = {},
): CommandMessage => ({
  v: 1,
  command_uid: uidOf(index),
  device_uid: null,
  expires_at: NOW + 60_000,
  revert_after_s: null,
  revert_to: null,
  ...rest,
  ...args,
});
const LIMIT: CommandArgs = { name: "power_limit", limit: { percent: 40 } };
const held = { revert_after_s: 900, revert_to: "own_limit" } as const;

type Step =
  | { what: "command"; index: number; expires: number }
  | { what: "hold"; index: number }
  | { what: "time" };

const step: fc.Arbitrary<Step & { after: number }> = fc
  .oneof(
    fc.record({
      what: fc.constant("command" as const),
      index: fc.nat(4),
      expires: fc.integer({ min: 0, max: 2_000_000 }),
    }),
    fc.record({ what: fc.constant("hold" as const), index: fc.nat(4) }),
    fc.constant({ what: "time" as const }),
  )
  .chain((one) => fc.nat(1_000_000).map((after) => ({ ...one, after })));

test("whatever comes, in whatever order and however often: no command is carried out twice, none after its expiry, and each that is held goes back at most once, not before its time", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let now = NOW;
      let obedience: Obedience = NOTHING_HEARD;
      const executed = new Map<string, number>();
      const reverted = new Map<string, number>();
      const expiry = new Map<number, number>();
      const renewedAt = new Map<string, number>();
      for (const { after, ...one } of steps) {
        now += after;
        const due = revertDue(obedience, now);
        for (const ack of due.obedience.untold.filter(({ status }) => status === "reverted")) {
          reverted.set(ack.command_uid, (reverted.get(ack.command_uid) ?? 0) + 1);
          expect(now - (renewedAt.get(ack.command_uid) ?? now)).toBeGreaterThanOrEqual(900_000);
        }
        obedience = { ...due.obedience, untold: [] };
        if (one.what === "hold") {
          const uid = uidOf(one.index);
          if (obedience.holding.some(({ command_uid }) => command_uid === uid)) renewedAt.set(uid, now);
          obedience = heldOn(obedience, [uid], now);
        } else if (one.what === "command") {
          const expires_at = expiry.get(one.index) ?? NOW + one.expires;
          expiry.set(one.index, expires_at);
          const outcome = obey(who(), obedience, message(one.index, LIMIT, { ...held, expires_at }), now);
          if (outcome.orders.length > 0) {
            const uid = uidOf(one.index);
            executed.set(uid, (executed.get(uid) ?? 0) + 1);
            renewedAt.set(uid, now);
            expect(now).toBeLessThanOrEqual(expires_at);
          }
          expect(outcome.obedience.untold).toHaveLength(1);
          obedience = { ...outcome.obedience, untold: [] };
        }
      }
      for (const times of executed.values()) expect(times).toBe(1);
      for (const times of reverted.values()) expect(times).toBe(1);
    }),
    { numRuns: 300 },
  );
});

test("a command that comes again is answered as it was the first time, and changes nothing", () => {
  const first = obey(who(), NOTHING_HEARD, message(1, LIMIT), NOW);
  const again = obey(who(), { ...first.obedience, untold: [] }, message(1, LIMIT), NOW + 5000);
  expect(again.orders).toEqual([]);
  expect(again.obedience.untold).toEqual(first.obedience.untold);
});

test("lost for an hour, a gateway goes back at the instant its command named, and says so when it is asked next", () => {
  const { obedience, orders } = obey(who(), NOTHING_HEARD, message(1, LIMIT, held), NOW);
  const later = heldOn(obedience, [uidOf(1)], NOW + 100_000);
  expect(revertDue(later, NOW + 999_999).orders).toEqual([]);
  const back = revertDue({ ...later, untold: [] }, NOW + 3_600_000);
  expect(back.obedience.untold.map((one) => commandAck.parse(one))).toEqual([
    { v: 1, command_uid: uidOf(1), status: "reverted", text: "No word from the portal for 900 s" },
  ]);
  const all: Order[] = [...orders, ...back.orders];
  const at = (ms: number) => settingsAt(all, ms, plant).limits[0];
  expect(at(NOW + 5000)).toEqual({ share: 0.4, source: 2 });
  expect(at(NOW + 999_000)).toEqual({ share: 0.4, source: 2 });
  expect(at(NOW + 1_000_000)).toEqual({ share: 1, source: 0 });
  expect(revertDue(back.obedience, NOW + 9_000_000).orders).toEqual([]);
});

test("what replaces a held command takes its place: only the newer one goes back", () => {
  const first = obey(who(), NOTHING_HEARD, message(1, LIMIT, held), NOW);
  const second = obey(
    who(),
    first.obedience,
    message(2, { name: "power_limit", limit: { percent: 70 } }, held),
    NOW,
  );
  expect(second.obedience.holding.map(({ command_uid }) => command_uid)).toEqual([uidOf(2)]);
  const given = obey(who(), second.obedience, message(3, { name: "power_limit", limit: null }, held), NOW);
  expect(given.obedience.holding).toEqual([]);
});

test("each reversion goes to its own side: a limit to the gateway's own, zero export to the limited side, connect to on", () => {
  const after = (args: CommandArgs, revert_to: CommandMessage["revert_to"]) => {
    const done = obey(
      who(),
      NOTHING_HEARD,
      message(1, args, {
        ...held,
        revert_to,
        device_uid: deviceUid(args.name === "zero_export" ? meter : inverter),
      }),
      NOW,
    );
    const back = revertDue(done.obedience, NOW + 900_000);
    const all = [...done.orders, ...back.orders];
    return [NOW + 10_000, NOW + 910_000].map((at) => settingsAt(all, at, plant));
  };
  const index = devices[inverter]?.index ?? 0;
  expect(after(LIMIT, "own_limit").map(({ limits }) => limits[index]?.share)).toEqual([0.4, 1]);
  expect(after({ name: "connect", on: false }, "connected").map(({ connected }) => connected[index])).toEqual(
    [false, true],
  );
  const [open, closed] = after({ name: "zero_export", on: false, export_limit_w: 0 }, "limited");
  expect([open?.zeroExport, closed?.zeroExport, closed?.exportLimitW]).toEqual([false, true, 0]);
});

test("a limit in watts for one inverter leaves the others alone, and one for the gateway is shared by their ratings", () => {
  const rated = plant.inverters[0]?.acNominalW ?? 0;
  const one = obey(
    who(),
    NOTHING_HEARD,
    message(1, { name: "power_limit", limit: { w: rated / 4 } }, { device_uid: deviceUid(inverter) }),
    NOW,
  );
  const behind = plant.inverters.filter(({ gateway }) => gateway === 0);
  const shares = settingsAt(one.orders, NOW + 10_000, plant).limits.map(({ share }) => share);
  expect(shares.filter((share) => share < 1)).toEqual([0.25]);
  const all = obey(
    who(),
    NOTHING_HEARD,
    message(2, { name: "power_limit", limit: { w: (rated * behind.length) / 2 } }),
    NOW,
  );
  const halves = settingsAt(all.orders, NOW + 10_000, plant).limits.map(({ share }) => share);
  expect(halves).toEqual(plant.inverters.map(({ gateway }) => (gateway === 0 ? 0.5 : 1)));
});

const asked = (args: CommandArgs, device_uid: string | null, of = plant) =>
  obey(who({}, of), NOTHING_HEARD, message(1, args, { device_uid }), NOW).obedience.untold[0];

test("what is not there is refused with its reason: another's device, a meter's limit, a relay of inverters, a grid without a meter", () => {
  for (const ack of [
    asked(LIMIT, uidOf(5)),
    asked(LIMIT, deviceUid(meter)),
    asked({ name: "connect", on: true, relay: "RL1" }, null),
    asked({ name: "zero_export", on: true, export_limit_w: 0 }, null, plantOf("nuoc-phanrang")),
    asked({ name: "nze_drill", meter_out_s: 5 }, null, plantOf("nuoc-phanrang")),
  ]) {
    expect(ack).toMatchObject({ status: "refused", text: expect.stringMatching(/./) as string });
  }
});

test("every character is somebody's of the fleet, and each kind of trouble is there", () => {
  const serials = fleet.flatMap(({ gateways }) => gateways.map(({ serial }) => serial));
  const kinds = new Set(serials.flatMap((serial) => Object.keys(characterOf(serial))));
  expect([...kinds].toSorted((a, b) => a.localeCompare(b))).toEqual([
    "fails",
    "hangs",
    "httpOnly",
    "lies",
    "refuses",
    "rival",
    "slow",
  ]);
});

test("slow ones take 25 to 90 s, those at fault say so, a liar says what does not follow, and a rival has the last word", () => {
  const orders = (character: Character) => obey(who(character), NOTHING_HEARD, message(1, LIMIT), NOW);
  const slow = orders({ slow: true }).orders[0]?.atMs ?? 0;
  expect(slow - NOW).toBeGreaterThanOrEqual(25_000);
  expect(slow - NOW).toBeLessThanOrEqual(91_000);
  const refused = orders({ refuses: "no" });
  expect([refused.orders, refused.obedience.untold[0]]).toMatchObject([
    [],
    { status: "refused", text: "no" },
  ]);
  const failed = orders({ fails: "bus" });
  expect([failed.orders, failed.obedience.untold[0]]).toMatchObject([[], { status: "failed", text: "bus" }]);
  const lied = orders({ lies: true }).orders;
  const [real, said] = (["real", "said"] as const).map(
    (view) => settingsAt(lied, NOW + 10_000, plant, view).limits[0],
  );
  expect([real, said]).toEqual([
    { share: 1, source: 0 },
    { share: 0.4, source: 2 },
  ]);
  const fought = orders({ rival: { percent: 85, afterS: 20 } }).orders;
  const at = (ms: number) => settingsAt(fought, ms, plant).limits[0];
  expect([at(NOW + 10_000), at(NOW + 30_000)]).toEqual([
    { share: 0.4, source: 2 },
    { share: 0.85, source: 3 },
  ]);
});

test("a lower limit set on site stays, and the answer says what is in force", () => {
  const bound = plantOf("baobi-nhontrach");
  const site = siteLimitOf(bound.key);
  const rated = bound.inverters.reduce((sum, { acNominalW }) => sum + acNominalW, 0);
  const ask = (percent: number) =>
    obey(who({}, bound), NOTHING_HEARD, message(1, { name: "power_limit", limit: { percent } }), NOW);
  const above = ask(99);
  expect(above.obedience.untold[0]).toMatchObject({ status: "done", in_force_w: Math.round(site * rated) });
  expect(settingsAt(above.orders, NOW + 10_000, bound).limits[0]).toEqual({ share: site, source: 1 });
  const below = ask(50);
  expect(below.obedience.untold[0]).not.toHaveProperty("in_force_w");
  expect(settingsAt(below.orders, NOW + 10_000, bound).limits[0]).toEqual({ share: 0.5, source: 2 });
});
