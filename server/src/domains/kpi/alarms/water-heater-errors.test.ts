import { sensorFaultLevel, SWH_ERROR_CODES, SWH_ERRORS, SWH_SENSORS } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { controllerErrors, errorCodeOf } from "./water-heater-errors.ts";
import { sensorStatusOf, type SensorFacts } from "../../monitoring/heaters/water-heater.ts";

test("every named error is known by its name however it is written, and by the word that names the thing", () => {
  for (const code of SWH_ERROR_CODES) {
    if (code === "swh_other") continue;
    const { name } = SWH_ERRORS[code];
    const spellings = [name, name.toUpperCase(), name.replaceAll(" ", "_"), ` ${name}! `, name.split(" ")[0]];
    expect(spellings.map((text) => errorCodeOf(text ?? ""))).toEqual(spellings.map(() => code));
  }
  expect(["S4 error", "S", "", "flow", "Err 12", "other thing"].map(errorCodeOf)).toEqual(
    Array.from({ length: 6 }, () => "swh_other"),
  );
});

test("a broken line is the error of its terminal, once, with what is broken; the fourth terminal has no name", () => {
  expect(
    controllerErrors(
      ["S1 error", "RTC", "Anode worn"],
      [
        { quantity: "collector_temperature_c", line: "open" },
        { quantity: "inlet_temperature_c", line: "short" },
      ],
    ),
  ).toEqual([
    { code: "swh_s1_error", severity: "critical", cause: { lines: [{ sensor: "S1", line: "open" }] } },
    { code: "swh_rtc_unreadable", severity: "minor", cause: {} },
    {
      code: "swh_other",
      severity: "warning",
      cause: { errors: ["Anode worn"], lines: [{ sensor: "S4", line: "short" }] },
    },
  ]);
  expect(controllerErrors([], [])).toEqual([]);
});

test("whatever a controller says, each error is listed once and none is lost", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 40 }), { maxLength: 32 }), (texts) => {
      const found = controllerErrors(texts, []);
      expect(new Set(found.map(({ code }) => code))).toEqual(new Set(texts.map(errorCodeOf)));
      expect(new Set(found.map(({ code }) => code)).size).toBe(found.length);
    }),
  );
});

const facts = (over: Partial<SensorFacts>): SensorFacts => ({
  name: "tank_temperature",
  sensor: "S2",
  value: 55,
  line: null,
  named: false,
  pumping: null,
  ...over,
});

test.each([
  [{}, "Normal", null],
  [{ value: 91 }, "Warning", "too_hot"],
  [{ value: 95.1 }, "Critical", "too_hot"],
  [{ value: 2.9 }, "Warning", "too_cold"],
  [{ value: null, line: "open" }, "Critical", "open"],
  [{ value: null, line: "short" }, "Critical", "short"],
  [{ value: null }, null, null],
  [{ name: "collector_temperature", value: 131 }, "Warning", "too_hot"],
  [{ name: "flow", value: 0, pumping: true }, "Warning", "no_flow"],
  [{ name: "flow", value: 0, pumping: false }, "Normal", null],
  [{ name: "flow", value: 0 }, "Normal", null],
  [{ name: "flow", value: 80, pumping: true }, "Normal", null],
] as const)("a sensor that says %o is %s (%s)", (over, status, reason) => {
  expect(sensorStatusOf(facts(over))).toEqual({ status, reason });
});

test("a sensor at fault is as grave in its status as in the list of errors, whatever its terminal and however it is told", () => {
  const severities = { Critical: "critical", Warning: "warning" } as const;
  for (const { sensor, name, quantity } of SWH_SENSORS) {
    const level = sensorFaultLevel({ sensor });
    const { status } = sensorStatusOf(facts({ name, sensor, value: null, line: "open" }));
    expect([sensor, status]).toEqual([sensor, level]);
    const told = sensorStatusOf(facts({ name, sensor, value: null, named: true }));
    expect(told).toEqual({ status: level, reason: null });
    if (quantity === "flow_l_h") continue;
    const [error] = controllerErrors([], [{ quantity, line: "open" }]);
    expect([sensor, error?.severity]).toEqual([sensor, severities[level]]);
  }
  expect(sensorFaultLevel({ sensor: "S3" })).toBe(SWH_ERRORS.swh_s3_error.level);
});

test("a sensor's status never improves as its value moves away from where it should be", () => {
  const rank = { Normal: 0, Warning: 1, Critical: 2 } as const;
  const names = SWH_SENSORS.map(({ name }) => name).filter((name) => name !== "flow");
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.double({ min: 20, max: 400, noNaN: true }),
      fc.double({ min: 0, max: 100, noNaN: true }),
      (name, value, further) => {
        const at = (celsius: number) =>
          rank[sensorStatusOf(facts({ name, value: celsius })).status ?? "Normal"];
        expect(at(value + further)).toBeGreaterThanOrEqual(at(value));
      },
    ),
  );
});
