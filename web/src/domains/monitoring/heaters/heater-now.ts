// What a water heater's drawing shows of its sensors and relays.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { SwhSensorName, swhWidget } from "@heliograph/contract/monitoring/heaters";

export type HeaterWidgets = Answer<typeof swhWidget>;

/** °C, L/h; null: not known. Pump and heater: on or off. */
export interface HeaterNow {
  readonly collector: number | null;
  readonly tank: number | null;
  readonly outlet: number | null;
  readonly inlet: number | null;
  readonly ambient: number | null;
  readonly flow: number | null;
  readonly pump: boolean | null;
  readonly heater: boolean | null;
}

/** Terminals of the relays: RL1 drives the collector's pump, RL2 the electric heater. */
const PUMP = "RL1";
const HEATER = "RL2";

/** The first controller's values: a heater with several shows all of them in its tables. */
export function heaterNow({
  widget_swh_sensor: sensors,
  widget_swh_relay: relays,
}: Pick<HeaterWidgets, "widget_swh_sensor" | "widget_swh_relay">): HeaterNow {
  const controller = sensors[0]?.device_uid ?? relays[0]?.device_uid;
  const value = (name: SwhSensorName) =>
    sensors.find((one) => one.device_uid === controller && one.name === name)?.value ?? null;
  // A controller that is silent has no value left, and its relays are anyone's guess.
  const silent = sensors.length > 0 && sensors.every((one) => one.value === null && one.status === null);
  const relay = (name: string) =>
    silent ? null : (relays.find((one) => one.device_uid === controller && one.relay === name)?.on ?? null);
  return {
    collector: value("collector_temperature"),
    tank: value("tank_temperature"),
    outlet: value("outlet_temperature"),
    inlet: value("inlet_temperature"),
    ambient: value("ambient_temperature"),
    flow: value("flow"),
    pump: relay(PUMP),
    heater: relay(HEATER),
  };
}
