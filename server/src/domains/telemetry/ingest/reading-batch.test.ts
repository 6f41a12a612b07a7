import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quantityNames, QUANTITIES, readingEntry, REFUSAL_REASONS } from "@heliograph/contract";
import { checkedBatch, echoOf, type CheckedBatch, type Sender } from "./reading-batch.ts";

const NOW = Date.UTC(2026, 6, 1, 5);
const UID = "0198a5a0-0000-7000-8000-000000000001";
const sender: Sender = {
  gateway_uid: "0198a5a0-0000-7000-8000-0000000000ff",
  project_id: 7,
  interval_s: 300,
  devices: new Map([[UID, { device_id: 42 }]]),
  uids: new Map([["INV-1", UID]]),
  followed_until: 0,
};
const entry = (rest: object = {}) => ({ device_uid: UID, t: NOW, m: { ac_power_w: 1 }, ...rest });
const message = (readings: readonly unknown[], rest: object = {}) => ({
  v: 1,
  seq: 3,
  sent_at: NOW,
  readings,
  ...rest,
});

function checked(readings: readonly unknown[], rest: object = {}): CheckedBatch {
  const batch = checkedBatch(message(readings, rest), sender, NOW);
  if ("reason" in batch) throw new Error(batch.reason);
  return batch;
}
const reasonOf = (one: unknown) => checked([one]).refused[0]?.reason;
const refusedWhole = (sent: unknown) => {
  const batch = checkedBatch(sent, sender, NOW);
  return "reason" in batch ? batch.reason : undefined;
};

test("a reading becomes a row of the device it names, with the interval of its message or else of its gateway", () => {
  const x = { mppt: [{ mppt_id: 1, dc_voltage_v: 600 }] };
  const batch = checked([entry({ x, t: NOW - 1000 })]);
  expect(batch).toEqual({
    seq: 3,
    historical: false,
    rows: [
      {
        project_id: 7,
        device_id: 42,
        ts: NOW - 1000,
        m: { ac_power_w: 1 },
        ext: JSON.stringify(x),
        interval_s: 300,
        source: 0,
      },
    ],
    indexes: [0],
    refused: [],
  });
  expect(checked([entry()], { interval_s: 10, historical: true }).rows[0]).toMatchObject({
    interval_s: 10,
    source: 1,
  });
});

test("a reading may name its device by its serial; a uid goes before, and a serial that nobody has is an unknown device", () => {
  const by = (names: object) => checked([{ t: NOW, m: { ac_power_w: 1 }, ...names }]);
  expect(by({ device_serial: "INV-1" }).rows).toMatchObject([{ device_id: 42 }]);
  expect(by({ device_serial: " INV-1 " }).rows).toHaveLength(1);
  expect(by({ device_uid: null, device_serial: "INV-1" }).rows).toHaveLength(1);
  expect(by({ device_uid: UID, device_serial: "INV-9" }).rows).toMatchObject([{ device_id: 42 }]);
  expect(by({ device_uid: sender.gateway_uid, device_serial: "INV-1" }).refused).toMatchObject([
    { reason: "device.unknown" },
  ]);
  const detail = "no device of this gateway has the serial INV-9";
  expect(by({ device_serial: "INV-9" }).refused).toMatchObject([{ reason: "device.unknown", detail }]);
  expect(by({ device_serial: 5 }).refused).toMatchObject([{ reason: "reading.invalid" }]);
  // What is wrong with it is told of the device that it named.
  const wrong = checked([{ device_serial: "INV-1", t: NOW, m: {} }]).refused;
  expect(wrong).toMatchObject([{ reason: "reading.empty", device_uid: UID }]);
});

test("a code for a broken line becomes no temperature, and is kept as what it says; elsewhere it is out of range", () => {
  const m = { collector_temperature_c: 999.9, tank_temperature_c: -888.8, inlet_temperature_c: 50 };
  const told = [{ quantity: "tank_temperature_c", line: "open" }];
  const [bare, both] = checked([entry({ m }), entry({ m, x: { sensor_faults: told } })]).rows;
  const values = { collector_temperature_c: null, tank_temperature_c: null, inlet_temperature_c: 50 };
  expect(bare?.m).toEqual(values);
  expect(JSON.parse(bare?.ext ?? "")).toEqual({
    sensor_faults: [
      { quantity: "collector_temperature_c", line: "open" },
      { quantity: "tank_temperature_c", line: "short" },
    ],
  });
  // What the gateway itself says of a line counts.
  expect(JSON.parse(both?.ext ?? "").sensor_faults).toEqual([
    ...told,
    { quantity: "collector_temperature_c", line: "open" },
  ]);
  expect(checked([entry({ m: { ambient_temperature_c: 999.9 } })]).rows).toHaveLength(1);
  expect(reasonOf(entry({ m: { module_temperature_c: 999.9 } }))).toBe("reading.out_of_range");
  expect(reasonOf(entry({ m: { tank_temperature_c: 999.8 } }))).toBe("reading.out_of_range");
});

test("a bad reading is refused alone, with its place and reason, and the others pass", () => {
  const batch = checked([
    entry(),
    entry({ m: { ac_power_w: 1e12 } }),
    "nonsense",
    entry({ t: NOW - 300_000 }),
  ]);
  expect(batch.indexes).toEqual([0, 3]);
  expect(batch.refused).toEqual([
    {
      index: 1,
      device_uid: UID,
      t: NOW,
      reason: "reading.out_of_range",
      detail: "ac_power_w is 1000000000000, allowed are -1000000000 to 1000000000",
    },
    { index: 2, device_uid: null, t: null, reason: "reading.invalid", detail: "not an object" },
  ]);
});

describe("each fault has its reason:", () => {
  const cases: [string, unknown, string | undefined][] = [
    ["a device of another gateway", entry({ device_uid: sender.gateway_uid }), "device.unknown"],
    ["a device in capital letters is the same device", entry({ device_uid: UID.toUpperCase() }), undefined],
    ["a uid that is no text", entry({ device_uid: 5 }), "reading.invalid"],
    ["no time", { device_uid: UID, m: { ac_power_w: 1 } }, "reading.invalid"],
    ["a time in seconds lies in 1970", entry({ t: NOW / 1000 }), "reading.too_old"],
    ["half a millisecond", entry({ t: NOW + 0.5 }), "reading.invalid"],
    ["five minutes ahead is allowed", entry({ t: NOW + 300_000 }), undefined],
    ["more than five minutes ahead", entry({ t: NOW + 300_001 }), "reading.too_new"],
    ["three years old is allowed", entry({ t: NOW - 3 * 366 * 86_400_000 }), undefined],
    ["older than three years", entry({ t: NOW - 3 * 366 * 86_400_000 - 1 }), "reading.too_old"],
    ["no quantities", entry({ m: {} }), "reading.empty"],
    ["only nulls", entry({ m: { ac_power_w: null } }), "reading.empty"],
    ["a list for quantities", entry({ m: [1] }), "reading.invalid"],
    ["a quantity nobody knows", entry({ m: { ac_power_w: 1, power: 2 } }), "reading.unknown_quantity"],
    [
      "the prototype is no quantity",
      JSON.parse(`{"device_uid":"${UID}","t":${NOW},"m":{"__proto__":1}}`),
      "reading.unknown_quantity",
    ],
    ["nor is what every object has", entry({ m: { constructor: 1 } }), "reading.unknown_quantity"],
    ["a number as text", entry({ m: { ac_power_w: "1" } }), "reading.invalid"],
    [
      "a number beyond JSON",
      JSON.parse(`{"device_uid":"${UID}","t":${NOW},"m":{"ac_power_w":1e400}}`),
      "reading.out_of_range",
    ],
    ["a number beyond float4", entry({ m: { ac_power_w: 1e39 } }), "reading.out_of_range"],
    ["not a number", entry({ m: { ac_power_w: Number.NaN } }), "reading.out_of_range"],
    ["a counter below zero", entry({ m: { energy_total_wh: -1 } }), "reading.out_of_range"],
    ["a code with a fraction", entry({ m: { state: 4.5 } }), "reading.invalid"],
    ["lists alone are a reading", entry({ m: {}, x: { errors: ["E1"] } }), undefined],
    ["empty lists are none", entry({ m: {}, x: {} }), "reading.empty"],
    ["NUL in a list", entry({ x: { errors: ["\0"] } }), "reading.invalid"],
    ["half a surrogate pair", entry({ x: { errors: ["\ud800"] } }), "reading.invalid"],
    ["a backslash before ud800 is text", entry({ x: { errors: [String.raw`\ud800`] } }), undefined],
    [
      "65 trackers",
      entry({ x: { mppt: Array.from({ length: 65 }, () => ({ mppt_id: 1 })) } }),
      "reading.invalid",
    ],
    ["lists of a wrong kind", entry({ x: { mppt: 5 } }), "reading.invalid"],
  ];
  test.each(cases)("%s", (_, one, reason) => {
    expect(reasonOf(one)).toBe(reason);
  });
});

describe("a whole message is refused with its reason:", () => {
  const cases: [string, unknown, string][] = [
    ["1,001 readings", message(Array.from({ length: 1001 }, () => entry())), "readings.too_many"],
    ["no readings", message([]), "message.invalid"],
    ["another version", message([entry()], { v: 2 }), "message.invalid"],
    ["no sequence number", message([entry()], { seq: undefined }), "message.invalid"],
    ["another gateway's uid", message([entry()], { gateway_uid: UID }), "gateway.mismatch"],
    ["a list", [], "message.invalid"],
    ["nothing", null, "message.invalid"],
  ];
  test.each(cases)("%s", (_, sent, reason) => {
    expect(refusedWhole(sent)).toBe(reason);
  });
});

const SALT: fc.Arbitrary<unknown>[] = [fc.jsonValue(), fc.constantFrom(UID, NOW, 1, 1e39, -1, null)];

test("whatever JSON is sent, nothing is thrown and every reading is either stored or refused with a known reason", () => {
  const anyEntry = fc.oneof(
    ...SALT,
    fc.record(
      {
        device_uid: fc.oneof(fc.constant(UID), ...SALT),
        t: fc.oneof(fc.constant(NOW), ...SALT),
        m: fc.oneof(fc.dictionary(fc.constantFrom(...quantityNames, "x"), fc.oneof(...SALT)), ...SALT),
        x: fc.oneof(...SALT),
      },
      { requiredKeys: [] },
    ),
  );
  const any = fc.oneof(
    fc.jsonValue(),
    fc.array(anyEntry, { maxLength: 8 }).map((readings) => message(readings)),
  );
  fc.assert(
    fc.property(any, (sent) => {
      const batch = checkedBatch(sent, sender, NOW);
      if ("reason" in batch) {
        expect(REFUSAL_REASONS).toContain(batch.reason);
        return;
      }
      const places = [...batch.indexes, ...batch.refused.map((one) => one.index)];
      const count = (sent as { readings: unknown[] }).readings.length; // it parsed, so it has readings
      expect(places.toSorted((a, b) => Number(a) - Number(b))).toEqual(
        Array.from({ length: count }, (_, index) => index),
      );
      for (const { reason, detail } of batch.refused) {
        expect(REFUSAL_REASONS).toContain(reason);
        expect(detail.length).toBeLessThanOrEqual(500);
      }
    }),
    { numRuns: 500 },
  );
});

test("the fast check lets through exactly what the documented schema and the ranges allow", () => {
  const value = fc.oneof(fc.double(), fc.integer(), fc.constantFrom<unknown>(null, "1", true, 0, 1e39));
  const names = fc.constantFrom<string>(...quantityNames, "unknown");
  const one = fc.record({
    device_uid: fc.constant(UID),
    t: fc.constant(NOW),
    m: fc.dictionary(names, value, { minKeys: 1, maxKeys: 4 }),
  });
  fc.assert(
    fc.property(one, (sent) => {
      const schema = readingEntry.safeParse(sent);
      const allowed =
        schema.success &&
        Object.values(sent.m).some((v) => v !== null) &&
        quantityNames.every((name) => {
          const v = sent.m[name];
          if (typeof v !== "number") return true;
          const whole = !["state", "event_bits", "power_limit_source", "nze_on"].includes(name);
          return v >= QUANTITIES[name].min && v <= QUANTITIES[name].max && (whole || Number.isInteger(v));
        });
      expect(checked([sent]).rows.length).toBe(allowed ? 1 : 0);
    }),
    { numRuns: 1000 },
  );
});

test("a text of a sender is kept short, printable and storable", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const kept = echoOf(text + "\0\ud83d");
      expect(kept.length).toBeLessThanOrEqual(64);
      expect(kept.isWellFormed()).toBe(true);
      expect(kept).not.toMatch(/\p{Cc}/u);
    }),
  );
});
