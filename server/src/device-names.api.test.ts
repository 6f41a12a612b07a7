// Wherever a call names a gateway or a device it says what its owner calls it: over every call that the contract states, so that
// one that is added is held to it without being named here.
import { api, type Endpoint } from "@heliograph/contract";
import { expect, test } from "vitest";
import { type Fill } from "../testing/calls/call-kit.ts";
import { DAY } from "../testing/calls/call-texts.ts";
import { addDay, addDevice, addHours, addLatest, addReading } from "../testing/performance-kit.ts";
import { completePlant, product } from "../testing/product-kit.ts";
import type { AssetType } from "./domains/monitoring/device-data.ts";
import { refreshSummaries } from "./domains/kpi/index.ts";
import type { Db } from "./platform/db.ts";

const TIME_LIMIT_MS = 120_000;

/** Calls that answer by POST because they ask for much, beside those that read by GET. */
const READING_POSTS = ["projectList", "projectListRows", "qualityMarks", "showCase", "showCaseTotals"];
/** What ends the caller's session. */
const ENDS = ["logout", "clearAccessToken"];
const reads = (e: Endpoint) =>
  e.access === "session" && !ENDS.includes(e.name) && (e.method === "GET" || READING_POSTS.includes(e.name));

const SERIALS = {
  pv: [
    ["solar_inverter", "SN-INVERTER"],
    ["electric_meter", "SN-METER"],
    ["grid_meter", "SN-GRID"],
    ["sensor_radiation", "SN-SENSOR"],
    ["battery", "SN-BATTERY"],
  ],
  swh: [["swh_controller", "SN-CONTROLLER"]],
} as const satisfies Record<string, readonly (readonly [AssetType, string])[]>;
const GATEWAY = "GW-OF-THE-TEST";
const aliasOf = (serial: string) => `What we call ${serial.slice(3).toLowerCase()}`;

type Plant = Awaited<ReturnType<typeof completePlant>>;
interface Made {
  readonly device_id: number;
  readonly project_id: number;
}

/** A plant of which every call has something to say: a device of each kind with a day, readings of now, alarms and refusals. */
async function fullPlant(db: Db, plant: Plant, type: keyof typeof SERIALS): Promise<string[]> {
  const { project_id, gateway_id } = plant;
  const gateway = `${GATEWAY}-${type}`;
  await db
    .updateTable("project")
    .set({ project_type: type, run_nze: true })
    .where("project_id", "=", project_id)
    .execute();
  const named = { serial: gateway, alias: aliasOf(gateway), last_contact_at: new Date() };
  await db.updateTable("gateway").set(named).where("gateway_id", "=", gateway_id).execute();
  const [[first, serial], ...others] = SERIALS[type];
  await db
    .updateTable("device")
    .set({ asset_type: first, serial, alias: aliasOf(serial), warranty_end: DAY })
    .where("device_id", "=", plant.device_id)
    .execute();
  const devices: Made[] = [plant];
  for (const [asset_type, own] of others) {
    devices.push(await addDevice(db, plant, { asset_type, serial: own, alias: aliasOf(own) }));
  }
  for (const device of devices) await addFigures(db, device, gateway_id);
  await db.transaction().execute((tx) => refreshSummaries(tx, [project_id], Date.now()));
  await db
    .insertInto("alarm")
    .values(
      [null, ...devices].map((device) => ({
        project_id,
        gateway_id,
        device_id: device?.device_id ?? null,
        kind: device === null ? "gateway_silent" : "device_silent",
        severity: "critical",
        started_at: new Date(),
        confirmed_at: new Date(),
        cause: "{}",
      })),
    )
    .execute();
  return [gateway, ...SERIALS[type].map(([, own]) => own)];
}

async function addFigures(db: Db, device: Made, gateway_id: number): Promise<void> {
  const sums = { production_wh: 9000, export_wh: 100, import_wh: 50, insolation_wh_m2: 5000 };
  await addDay(db, device, DAY, sums);
  await addHours(
    db,
    device,
    DAY,
    Array.from({ length: 9 }, () => ({ production_wh: 1000, power_avg_w: 1000, insolation_wh_m2: 500 })),
  );
  const m = {
    ac_power_w: 1000,
    irradiance_w_m2: 500,
    soc_percent: 50,
    tank_temperature_c: 50,
  };
  await addReading(db, device, `${DAY}T09:05:00+07:00`, m);
  await addLatest(db, device, new Date(), {
    ...m,
    ext: { relays: [{ relay: "RL1", on: true }], errors: ["S1"] },
  });
  const { project_id, device_id } = device;
  await db
    .insertInto("refused_day")
    .values({
      project_id,
      gateway_id,
      device_id,
      day: DAY,
      reason: "reading.range",
      count: 1,
      last_at: new Date(),
    })
    .execute();
}

/** Reads that name devices only where more is asked than they must be. */
const MORE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  projectAvailability: { date: DAY },
  binsizeExport: { view: "devices" },
};

/** Places where a serial stands alone, each with the reason. */
const ALONE: Readonly<Record<string, string>> = {
  gatewayArrivals: "what the gateway signs in as, which the page shows beside its credential",
  "projectWidget.project_info.project_asset_list[].serial_list[].gateway_info":
    "M103, whose gateway stands with its alias in the list of gateways of the same answer",
  "projectWidget.gateway_list[].gateway_manage_device[].asset_serial_list[]":
    "M104, whose devices stand with their aliases in serial_list of the same answer",
  "projectDetail.gateway_list[].gateway_manage_device[].asset_serial_list[]":
    "M104, as project/widget has it; the pages count them",
  "projectWidget.widget_project_info.project_asset_list[].serial_list[]":
    "M109, which repeats project_info without what is new in it",
};

/** Calls that name devices or gateways, so that the test says something of each of them. */
const NAMING =
  "getAlias listGateways readImport listPlannedOutages projectAlarms chartToolDevices dataQuality projectAvailability " +
  "powerChart batteryChart productionChart projectDevices projectDevice projectWidget projectList projectListRows " +
  "allProjectData projectDetail statisticsDevices binsizeExport swhWidget swhTemperatureChart";

/** Where an answer names one of the serials and its alias does not stand in the same object; `at` is the way to it. */
function unnamed(value: unknown, serials: readonly string[], at: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => unnamed(item, serials, `${at}[]`));
  if (typeof value !== "object" || value === null) return [];
  const own = Object.values(value).filter((part) => typeof part === "string");
  const here = serials.filter(
    (serial) =>
      own.some((text) => text.includes(serial)) && !own.some((text) => text.includes(aliasOf(serial))),
  );
  return [
    ...here.map((serial) => `${at}: ${serial}`),
    ...Object.entries(value).flatMap(([name, part]) => unnamed(part, serials, `${at}.${name}`)),
  ];
}

/** The same of an answer that is text, line by line. */
const unnamedLines = (text: string, serials: readonly string[], at: string): string[] =>
  text
    .split("\n")
    .flatMap((line) =>
      serials
        .filter((serial) => line.includes(serial) && !line.includes(aliasOf(serial)))
        .map((serial) => `${at}: ${serial}`),
    );

test(
  "whatever names a gateway or device by its serial says its alias beside it, in every list, chart, export and page",
  { timeout: TIME_LIMIT_MS },
  async () => {
    const { db, ask } = await product();
    const told = new Set<string>();
    const naming = new Set<string>();
    for (const type of ["pv", "swh"] as const) {
      const plant = await completePlant(db, ask);
      const serials = await fullPlant(db, plant, type);
      const all: Fill = ({ noun }) => [plant.ids[noun]];
      for (const e of api.filter(reads)) {
        const { status, body } = await ask(e, all, plant.owner, { query: MORE[e.name] });
        if (status >= 400) continue;
        if (serials.some((serial) => body.includes(aliasOf(serial)))) naming.add(e.name);
        const isJson = /^[[{]/.test(body);
        const found = isJson
          ? unnamed(JSON.parse(body), serials, e.name)
          : unnamedLines(body, serials, e.name);
        for (const place of found) if (ALONE[place.replace(/: .*/, "")] === undefined) told.add(place);
      }
    }
    expect([...told]).toEqual([]);
    expect(NAMING.split(" ").filter((name) => !naming.has(name))).toEqual([]);
  },
);
