import fc from "fast-check";
import { expect, test } from "vitest";
import {
  declarationGuard,
  deviceGuards,
  documentsMissing,
  type ApplicationFacts,
  type MeterFact,
} from "./device-guards.ts";
import {
  degreesOf,
  DEVICE_DOCUMENTS,
  DEVICE_LIMITS,
  deviceDraft,
  megawattsOfWatts,
  wattsOfMegawatts,
  type DeviceDraft,
} from "./device-form.ts";
import { belongTogether, FUELS, technologiesOf } from "./fuels.ts";

const METER = "0190d3a4-0000-7000-8000-000000000001";
const GRID = "0190d3a4-0000-7000-8000-000000000003";
const PROJECT = "0190d3a4-0000-7000-8000-000000000002";
const meter: MeterFact = {
  device_uid: METER,
  serial: "SC24TN0417",
  roles: ["main", "check", "sub"],
  bound_to: null,
};

const facts: ApplicationFacts = {
  type: "normal",
  today: "2026-11-24",
  registration_date: null,
  documents: Object.fromEntries(DEVICE_DOCUMENTS.map((kind) => [kind, kind === "photos" ? 2 : 1])),
  meters: [meter],
  registered: null,
  nearby: null,
  project: "Rice mill",
  consent: true,
  same_world: true,
  predecessor: null,
};

const sound: DeviceDraft = {
  fields: {
    device_english_name: "Rice Mill Rooftop",
    device_local_name: "Xay xát Cần Thơ",
    registry: "IREC",
    owner: "Xanh Energy JSC",
    fuel_type: "ES100",
    device_technology: "TC110",
    capacity: "0.940",
    commercial_operation_date: "2023-11-02",
    on_site_consumption: "part",
    auxiliary_energy: "none",
    location: "VN",
    province: "Cần Thơ",
    address: "",
    latitude: "10.0894",
    longitude: "105.70882",
    project_uid: PROJECT,
    no_other_certificates: "yes",
  },
  meters: [{ device_uid: METER, role: "main" }],
  members: [],
};

const METERS = [
  { device_uid: METER, role: "main" },
  { device_uid: GRID, role: "export" },
] as const;
const atGrid = {
  meters: [meter, { ...meter, device_uid: GRID, serial: "GM", roles: ["export", "grid", "supply"] as const }],
};

/** Codes and messages of the guards that do not hold, with the change to the form and the facts. */
function failed(fields: Partial<DeviceDraft["fields"]>, more: Partial<ApplicationFacts> = {}, draft = sound) {
  return deviceGuards({ ...draft, fields: { ...draft.fields, ...fields } }, { ...facts, ...more })
    .filter(({ state }) => state === "failed")
    .map(({ code, message }) => `${code} ${message}`);
}

test("an application that states everything passes every guard, and each guard is there once", () => {
  expect(failed({})).toEqual([]);
  const codes = deviceGuards(sound, facts).map(({ key }) => key);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(deviceGuards(sound, facts).map(({ code }) => code))).toEqual(
    new Set(
      Array.from({ length: 20 }, (_, i) => `DEV-${String(i + 1).padStart(3, "0")}`).filter(
        // The issuer answers it in the review.
        (code) => code !== "DEV-010",
      ),
    ),
  );
  expect([false, true].map((named) => declarationGuard(named).state)).toEqual(["failed", "passed"]);
});

test.each([
  [{ device_english_name: "A" }, "DEV-001 Enter the device name in English."],
  [{ device_local_name: "" }, "DEV-001 Enter the device name in the local language."],
  [{ registry: "" }, "DEV-002 Choose a registry."],
  [{ fuel_type: "ES200" }, "DEV-004 Fuel type and technology do not belong together."],
  [{ capacity: "0.0009" }, "DEV-005 Capacity must be between 0.001 and 5,000 MW with at most 6 decimals."],
  [
    { capacity: "5000.000001" },
    "DEV-005 Capacity must be between 0.001 and 5,000 MW with at most 6 decimals.",
  ],
  [{ capacity: "1.0000001" }, "DEV-005 Capacity must be between 0.001 and 5,000 MW with at most 6 decimals."],
  [{ commercial_operation_date: "" }, "DEV-006 Enter the commercial operation date."],
  [
    { commercial_operation_date: "2026-11-25" },
    "DEV-006 The commercial operation date cannot be in the future.",
  ],
  [{ latitude: "91" }, "DEV-007 Enter a valid latitude and longitude."],
  [{ longitude: "2.35" }, "DEV-007 The coordinates are not in Viet Nam."],
  [{ owner: " " }, "DEV-017 Enter the owner of the device."],
  [{ province: "" }, "DEV-018 Enter the province."],
  [
    { on_site_consumption: "" },
    "DEV-013 Say whether there is on-site consumption or an auxiliary energy source.",
  ],
  [
    { no_other_certificates: "" },
    "DEV-014 Confirm that no other certificates are issued for this generation.",
  ],
] as const)("with %o it is refused: %s", (fields, message) => {
  expect(failed(fields)).toEqual([message]);
});

test("I-REC registers no device in China, and GEC registers them there alone (R12)", () => {
  const inChina = { location: "CN", latitude: "22.54", longitude: "114.05" };
  expect(failed(inChina)).toEqual(["DEV-003 I-REC no longer registers devices in China. Choose GEC."]);
  expect(failed({ ...inChina, registry: "GEC" }, atGrid, { ...sound, meters: [...METERS] })).toEqual([]);
  expect(failed({ registry: "GEC" })[0]).toBe("DEV-002 Choose a registry.");
  expect(failed(inChina, { today: "2024-12-31" })).toEqual([]);
});

test("what began after the registration date is refused, what began on it is not", () => {
  const more = { registration_date: "2023-11-01" };
  expect(failed({}, more)).toEqual([
    "DEV-006 The commercial operation date cannot be after the registration date.",
  ]);
  expect(failed({}, { registration_date: "2023-11-02" })).toEqual([]);
});

test("a device of another account is refused, one at the same place with the same capacity is a warning", () => {
  expect(failed({}, { registered: { code: "D000007", registry: "TIGR" } })).toEqual([
    "DEV-008 This device is already registered as D000007 in TIGR by another account.",
  ]);
  const near = deviceGuards(sound, { ...facts, nearby: "D000008" }).find(({ code }) => code === "DEV-008");
  expect(near).toMatchObject({
    state: "warning",
    message: "D000008 with the same capacity stands within 50 m.",
  });
});

test("the documents that are missing are named, and one photo is too few", () => {
  expect(failed({}, { documents: { ...facts.documents, photos: 1, grid_connection: 0 } })).toEqual([
    "DEV-009 Upload: grid connection or PPA, 2–3 photos.",
  ]);
  expect(documentsMissing({ type: "grouped", documents: {} })).toEqual([
    "registration_form",
    "owner_declaration",
  ]);
});

test("a chosen project needs a meter of generation, that is free, and the consent of its owner", () => {
  const message = "DEV-011 Select the portal project and meters that measure this device.";
  expect(failed({}, {}, { ...sound, meters: [] })).toEqual([message]);
  expect(failed({}, { meters: [{ ...meter, roles: [] }] })).toEqual([message]);
  expect(failed({}, { meters: [{ ...meter, bound_to: "D000009" }] })).toEqual([
    "DEV-012 Meter SC24TN0417 is already bound to D000009.",
  ]);
  expect(failed({}, { consent: false })).toEqual([
    "DEV-015 An owner of the project Rice mill must consent to this registration.",
  ]);
  expect(failed({}, { same_world: false })).toEqual([
    "DEV-016 A demonstration plant is registered by a demonstration account alone, and no other plant by one.",
  ]);
  expect(failed({}, { project: null })).toEqual([message]);
});

test("without a project a device can be registered, with a warning", () => {
  const without = { ...sound, fields: { ...sound.fields, project_uid: "" }, meters: [] };
  const guards = deviceGuards(without, { ...facts, project: null, consent: false });
  expect(guards.filter(({ state }) => state !== "passed").map(({ code, state }) => [code, state])).toEqual([
    ["DEV-011", "warning"],
  ]);
});

test("a device of GEC needs a meter of export beside those of generation, and something that is exported", () => {
  const inChina = { location: "CN", latitude: "22.54", longitude: "114.05", registry: "GEC" };
  expect(failed(inChina)).toEqual([
    "DEV-019 GEC certifies exported electricity alone: choose the meter at the grid that counts it.",
  ]);
  const draft = { ...sound, meters: [...METERS] };
  expect(failed(inChina, atGrid, draft)).toEqual([]);
  expect(failed({ ...inChina, on_site_consumption: "all" }, atGrid, draft)).toEqual([
    "DEV-019 All of the generation is used on site: GEC certifies nothing of it.",
  ]);
  // Without the meters of generation the same kilowatt-hours could be certified elsewhere (rule R1).
  expect(failed(inChina, atGrid, { ...sound, meters: [METERS[1]] })).toEqual([
    "DEV-011 Select the portal project and meters that measure this device.",
  ]);
});

test("what is drawn from the grid is station supply where nobody else draws it, and its missing meter is said", () => {
  const draft = { ...sound, meters: [METERS[0], { device_uid: GRID, role: "grid" as const }] };
  const said = "DEV-020 With on-site consumption the import of the meter at the grid is no station supply.";
  expect(failed({ on_site_consumption: "part" }, atGrid, draft)).toEqual([said]);
  expect(failed({ on_site_consumption: "all" }, atGrid, draft)).toEqual([said]);
  expect(failed({ on_site_consumption: "none" }, atGrid, draft)).toEqual([]);
  const warned = (meters: DeviceDraft["meters"]) =>
    deviceGuards(
      { ...sound, meters, fields: { ...sound.fields, auxiliary_energy: "grid" } },
      { ...facts, ...atGrid },
    )
      .filter(({ state }) => state === "warning")
      .map(({ key }) => key);
  expect(warned(sound.meters)).toEqual(["DEV-020.none"]);
  expect(warned([...sound.meters, { device_uid: GRID, role: "supply" }])).toEqual([]);
});

test("megawatts typed are whole watts, back and forth, and nothing else is a capacity", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: DEVICE_LIMITS.capacity_w.max }), (watts) => {
      expect(wattsOfMegawatts(megawattsOfWatts(watts))).toBe(watts);
    }),
  );
  expect(["0.94", "1", "5000", "0.000001"].map(wattsOfMegawatts)).toEqual([940_000, 1_000_000, 5e9, 1]);
  expect(["", "1e3", "-1", "1,000", "0.0000001", ".5", "MW"].map(wattsOfMegawatts)).toEqual(
    Array.from({ length: 7 }, () => null),
  );
});

test("degrees are numbers within their range", () => {
  expect([degreesOf("10.5", 90), degreesOf("-90", 90), degreesOf("180", 180)]).toEqual([10.5, -90, 180]);
  expect([degreesOf("90.1", 90), degreesOf("1e1", 90), degreesOf("", 180)]).toEqual([null, null, null]);
});

test("each technology belongs to one fuel", () => {
  const all = Object.keys(FUELS).flatMap((fuel) => Object.keys(technologiesOf(fuel)));
  expect(new Set(all).size).toBe(all.length);
  expect(belongTogether("ES100", "TC110")).toBe(true);
  expect(belongTogether("ES300", "TC110")).toBe(false);
  expect(belongTogether("constructor", "name")).toBe(false);
});

test("whatever a draft holds, its guards are asked without an error, and it stays as typed", () => {
  const typed = fc.record({
    capacity: fc.string({ maxLength: 20 }),
    latitude: fc.string({ maxLength: 20 }),
    location: fc.string({ maxLength: 2 }),
    commercial_operation_date: fc.string({ maxLength: 10 }),
    fuel_type: fc.constantFrom("", "ES100", "__proto", "toStr"),
  });
  fc.assert(
    fc.property(typed, (fields) => {
      const draft = { ...sound, fields: { ...sound.fields, ...fields } };
      for (const { state, message } of deviceGuards(draft, facts)) {
        if (state !== "passed") expect(message).not.toMatch(/\{\w+\}/);
      }
    }),
  );
  expect(deviceDraft.parse({ fields: {} }).fields.capacity).toBe("");
});
