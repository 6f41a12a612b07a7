// What the owner of one plant has it told at recurring times: the portal's API takes it, as from anybody.
import {
  createSchedule,
  getSchedule,
  listGateways,
  localDay,
  SCHEDULE_TYPES,
  TIMELINES,
  addDays,
} from "@heliograph/contract";
import type { PortalCall } from "./portal.ts";

/** The plant, by its key. */
const SCHEDULED = "cangcan-dinhvu";
const WEEKDAYS = [1, 2, 3, 4, 5];
const SUNDAY = 7;
/** How long they are good for, in days. */
const FOR_DAYS = 365;

/**
 * Adds the schedules of the plant, unless it has some: a limit on Sundays, two inverters off in the nights of workdays, a limit in W
 * on the 25th, and one that is not available. Where the gateway has not announced its inverters yet nothing is added.
 */
export async function scheduleDemo(
  call: PortalCall,
  plant: { readonly key: string },
  project_uid: string,
  nowMs: number,
): Promise<void> {
  if (plant.key !== SCHEDULED) return;
  const { items: there, timezone } = await call(getSchedule, { body: { project_uid } });
  if (there.length > 0) return;
  const { items: gateways } = await call(listGateways, { query: { project_uid, page: 1, items_page: 1 } });
  const [gateway] = gateways;
  const inverters = (gateway?.devices ?? []).filter(({ asset_type }) => asset_type === "solar_inverter");
  if (gateway === undefined || inverters.length < 3) return;
  const today = localDay(timezone, nowMs);
  const devices = inverters.map(({ device_uid }) => ({ device_uid }));
  const every = {
    gateway_uid: gateway.gateway_uid,
    device_serial: devices,
    schedule_type_id: SCHEDULE_TYPES.power,
    schedule_timeline_type_id: TIMELINES.weekly,
    from_date: today,
    to_date: addDays(today, FOR_DAYS),
  };
  const tomorrow = addDays(today, 1);
  const all = [
    { ...every, day: [SUNDAY], from_time: "11:00", to_time: "13:30", value: 60, option_overwrite: true },
    {
      ...every,
      device_serial: devices.slice(-2),
      schedule_type_id: SCHEDULE_TYPES.on_off,
      day: WEEKDAYS,
      from_time: "20:00",
      to_time: "04:00",
      state: "OFF" as const,
    },
    {
      ...every,
      schedule_timeline_type_id: TIMELINES.monthly,
      day: [25],
      from_time: "12:00",
      to_time: "12:30",
      operation_type: "FIX_VALUE" as const,
      value: 450_000,
      option_overwrite: true,
    },
    {
      ...every,
      device_serial: devices.slice(0, 1),
      schedule_timeline_type_id: TIMELINES.one_off,
      from_date: tomorrow,
      to_date: tomorrow,
      from_time: "08:00",
      to_time: "10:00",
      value: 10,
      available: false,
    },
  ];
  for (const body of all) await call(createSchedule, { body });
}
