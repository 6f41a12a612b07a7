// The devices behind each gateway, as its birth names them.
import type { BirthMessage } from "@heliograph/contract";
import type { Nameplate, Plant } from "./plant.ts";

type BirthDevice = BirthMessage["devices"][number];
type Kind =
  | "inverter"
  | "production_meter"
  | "grid_meter"
  | "irradiance_sensor"
  | "panel_sensor"
  | "battery"
  | "controller"
  | "collector_sensor";

export interface Device {
  readonly kind: Kind;
  /** Index among the plant's inverters, or of the gateway for a production meter. */
  readonly index: number;
  /** Falls asleep with the sun: reports less at night. */
  readonly sleeps: boolean;
  readonly birth: BirthDevice;
}

function birthOf(plate: Nameplate, assetType: BirthDevice["asset_type"]): BirthDevice {
  return {
    serial: plate.serial,
    asset_type: assetType,
    name: plate.name,
    manufacturer: plate.manufacturer,
    model: plate.model,
    firmware_version: plate.firmware,
    warranty_begin: plate.warrantyBegin,
    warranty_end: plate.warrantyEnd,
  };
}

function shared(plant: Plant): Device[] {
  const devices: Device[] = [];
  const add = (kind: Kind, sleeps: boolean, birth: BirthDevice): void => {
    devices.push({ kind, index: 0, sleeps, birth });
  };
  if (plant.type === "swh") {
    add("controller", false, birthOf(plant.controller, "swh_controller"));
    if (plant.irradianceSensor) {
      add("collector_sensor", true, birthOf(plant.irradianceSensor, "sensor_radiation"));
    }
    return devices;
  }
  const { gridMeter, irradianceSensor, panelSensor, battery } = plant;
  if (gridMeter) {
    const ac_nominal_w = Math.round(plant.gridConnectionW);
    add("grid_meter", false, { ...birthOf(gridMeter, "grid_meter"), ac_nominal_w });
  }
  if (irradianceSensor) add("irradiance_sensor", true, birthOf(irradianceSensor, "sensor_radiation"));
  if (panelSensor) add("panel_sensor", true, birthOf(panelSensor, "solar_panel"));
  if (battery) {
    const nominal = { ac_nominal_w: battery.maxPowerW, battery_capacity_wh: battery.capacityWh };
    add("battery", false, { ...birthOf(battery, "battery"), ...nominal });
  }
  return devices;
}

/** The devices behind one gateway of a plant, always in the same order; what is not an inverter's hangs on the first. */
export function devicesOf(plant: Plant, gateway: number): Device[] {
  const first = gateway === 0 ? shared(plant) : [];
  if (plant.type === "swh") return first;
  const devices: Device[] = [];
  for (const [index, inverter] of plant.inverters.entries()) {
    if (inverter.gateway !== gateway) continue;
    const nominal = { ac_nominal_w: inverter.acNominalW, dc_capacity_wp: inverter.dcCapacityWp };
    const birth = { ...birthOf(inverter, "solar_inverter"), ...nominal, mppt_count: inverter.mppts };
    devices.push({ kind: "inverter", index, sleeps: true, birth });
  }
  const meter = plant.productionMeters[gateway];
  if (meter) {
    const behind = plant.inverters.filter((inverter) => inverter.gateway === gateway);
    const ac_nominal_w = behind.reduce((sum, { acNominalW }) => sum + acNominalW, 0);
    const birth = { ...birthOf(meter, "electric_meter"), ac_nominal_w };
    devices.push({ kind: "production_meter", index: gateway, sleeps: false, birth });
  }
  return [...devices, ...first];
}
