// The light that a plant of several arrays stands in: Σ P0 · G by array (docs/decisions/0067-arrays-and-their-sensors.md).
import type { DeviceQuarters } from "./kpi-quarters.ts";

/** What stands behind one gateway. `weight` is its share of the plant's P0, in whatever unit all of them have. */
export interface PlantArray {
  readonly gateway_id: number;
  readonly weight: number;
}

type Values = readonly (number | null)[];
type Sensor = Pick<DeviceQuarters, "device_id" | "gateway_id" | "covered_s">;

/** A sensor that covers less of what the best one covers is out of order that day. */
const IN_ORDER = 0.9;

/** For each gateway that has one the sensor in order that covers most; of the plant's sensors. */
function sensorsInOrder<S extends Sensor>(sensors: readonly S[]): S[] {
  const most = Math.max(0, ...sensors.map(({ covered_s }) => covered_s));
  const best = sensors
    .filter(({ covered_s }) => covered_s >= IN_ORDER * most)
    .toSorted((a, b) => b.covered_s - a.covered_s || a.device_id - b.device_id);
  return best.filter((sensor, at) => best.findIndex((one) => one.gateway_id === sensor.gateway_id) === at);
}

/**
 * The share of each sensor in the plant's light, so that Σ share · G = Σ P0 · G by array / Σ P0: an array has the sensor of its gateway,
 * else the mean of the plant's. Sums to 1; without arrays it is the mean of the sensors.
 */
export function sensorShares<S extends Sensor>(
  sensors: readonly S[],
  arrays: readonly PlantArray[],
): { sensor: S; share: number }[] {
  const used = sensorsInOrder(sensors);
  const whole = arrays.reduce((sum, { weight }) => sum + weight, 0);
  const isOwn = ({ gateway_id }: PlantArray) => used.some((sensor) => sensor.gateway_id === gateway_id);
  const without = arrays.reduce((sum, array) => (isOwn(array) ? sum : sum + array.weight), 0);
  return used.map((sensor) => {
    if (used.length === 1 || whole <= 0) return { sensor, share: 1 / used.length };
    const own = arrays.find(({ gateway_id }) => gateway_id === sensor.gateway_id)?.weight ?? 0;
    return { sensor, share: (own + without / used.length) / whole };
  });
}

const sensorsOf = (devices: readonly DeviceQuarters[]) =>
  devices.filter(
    (device) =>
      device.asset_type === "sensor_radiation" && device.irradiance_w_m2.some((value) => value !== null),
  );

/** Irradiance of the plant by quarter hour, W/m²; null where a sensor that has a share says nothing. Empty without sensors. */
export function lightOfPlant(devices: readonly DeviceQuarters[], arrays: readonly PlantArray[]): Values {
  const shares = sensorShares(sensorsOf(devices), arrays).filter(({ share }) => share > 0);
  const [first] = shares;
  if (first === undefined) return [];
  if (shares.length === 1) return first.sensor.irradiance_w_m2;
  return first.sensor.irradiance_w_m2.map((_, at) => {
    let light = 0;
    for (const { sensor, share } of shares) {
      const value = sensor.irradiance_w_m2[at] ?? null;
      if (value === null) return null;
      light += share * value;
    }
    return light;
  });
}

/** Irradiance of one gateway's array: by its own sensor, else by the mean of the plant's. */
export function lightOfGateway(devices: readonly DeviceQuarters[], gateway_id: number): Values {
  return lightOfPlant(devices, [{ gateway_id, weight: 1 }]);
}
