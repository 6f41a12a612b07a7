// What a person can do about the quality of a project's data: plain rules, without clock and database.
import { deviceName, type QualityEvent, type QualityTask, type RefusalReason } from "@heliograph/contract";
import { contactStatus } from "../devices/device-status.ts";
import type { QualityDeviceRow, QualityPlace, RefusedDay } from "./data-quality.sql.ts";
import { isNews } from "./quality-events.ts";

interface TaskFacts {
  readonly devices: readonly QualityDeviceRow[];
  readonly events: readonly QualityEvent[];
  readonly refused: readonly RefusedDay[];
  readonly place: QualityPlace;
  readonly nowMs: number;
}

const task = (of: Partial<QualityTask> & Pick<QualityTask, "kind" | "name">): QualityTask => ({
  device_uid: null,
  gateway_uid: null,
  at: null,
  changes_figures: false,
  count: null,
  reason: null,
  model: null,
  ...of,
});

/** True for an inverter of which no rated power is known: its limit is guessed from the plant. */
export const isUnrated = (device: Pick<QualityDeviceRow, "asset_type" | "ac_nominal_w">): boolean =>
  device.asset_type === "solar_inverter" && device.ac_nominal_w === null;

/** The tasks, those that change figures first. */
export function tasksOf(facts: TaskFacts): QualityTask[] {
  const { devices } = facts;
  const there = devices.filter((device) => device.removed_at === null);
  const silent = silentGateways(there, facts);
  const tasks = [
    ...there
      .filter(isUnrated)
      .map((device) =>
        task({ kind: "unrated", ...named(device), model: device.model, changes_figures: true }),
      ),
    ...doubtfulRatings(there, facts.events),
    ...silent,
    ...silentDevices(there, facts.events, new Set(silent.map((one) => one.gateway_uid))),
    ...refusals(facts),
  ];
  return tasks.toSorted((a, b) => Number(b.changes_figures) - Number(a.changes_figures));
}

const named = (device: QualityDeviceRow) => ({
  device_uid: device.device_uid,
  gateway_uid: device.gateway_uid,
  name: deviceName(device),
});

/** Devices whose power passed their rating: the rating is wrong, or the register is. */
function doubtfulRatings(devices: readonly QualityDeviceRow[], events: readonly QualityEvent[]) {
  const above = events.filter(({ kind }) => kind === "power_above_rating");
  return devices.flatMap((device) => {
    const own = above.filter((event) => event.device_uid === device.device_uid);
    const [newest] = own;
    return newest === undefined
      ? []
      : [
          task({
            kind: "rating_doubtful",
            ...named(device),
            at: newest.at,
            count: own.length,
            changes_figures: true,
          }),
        ];
  });
}

function silentGateways(devices: readonly QualityDeviceRow[], { place, nowMs }: TaskFacts) {
  const gateways = Map.groupBy(devices, ({ gateway_id }) => gateway_id);
  return [...gateways.values()].flatMap(([gateway, ...others]) => {
    if (gateway === undefined) return [];
    const lastContactMs = gateway.last_contact_at?.getTime() ?? null;
    const status = contactStatus({ interval_s: gateway.interval_s, lastContactMs }, place, nowMs);
    if (status !== "offline") return [];
    const { gateway_uid, gateway_alias: alias, gateway_name: name, gateway_serial: serial } = gateway;
    return [
      task({
        kind: "gateway_silent",
        gateway_uid,
        name: deviceName({ alias, name, serial }),
        at: gateway.last_contact_at?.toISOString() ?? null,
        count: others.length + 1,
      }),
    ];
  });
}

/** Devices that are silent although their gateway is not. */
function silentDevices(
  devices: readonly QualityDeviceRow[],
  events: readonly QualityEvent[],
  silentGateway: ReadonlySet<string | null>,
) {
  const open = events.filter(({ kind, state }) => kind === "gap" && state === "open");
  return devices.flatMap((device) => {
    if (silentGateway.has(device.gateway_uid)) return [];
    const event = open.find((one) => one.device_uid === device.device_uid);
    return event === undefined ? [] : [task({ kind: "device_silent", ...named(device), at: event.at })];
  });
}

/** What is still being refused, by device and reason. */
function refusals({ devices, refused, nowMs }: TaskFacts) {
  const news = refused.filter((row) => isNews(row, nowMs));
  const byWhat = Map.groupBy(news, (row) => `${row.gateway_id} ${row.device_id} ${row.reason}`);
  return [...byWhat.values()].flatMap((rows) => {
    const [newest] = rows;
    if (newest === undefined) return [];
    const device = devices.find((one) => one.device_id === newest.device_id);
    const { gateway_uid, gateway_alias: alias, gateway_name: name, gateway_serial: serial } = newest;
    return [
      task({
        kind: "refused",
        ...(device === undefined
          ? { gateway_uid, name: deviceName({ alias, name, serial }) }
          : named(device)),
        at: newest.last_at.toISOString(),
        count: rows.reduce((sum, row) => sum + row.count, 0),
        // The table holds reasons of the protocol alone.
        reason: newest.reason as RefusalReason,
      }),
    ];
  });
}
