// What the columns of exported series are called.
import { deviceName } from "@heliograph/contract";

interface Named {
  readonly device_id: number;
  readonly serial: string;
  readonly name: string;
  readonly alias: string | null;
  readonly gateway_serial: string;
}

/** What each device is called in heads, by its id: as people call it with its serial, and where two are alike, their gateway's too. */
export function deviceTitles(devices: readonly Named[]): Map<number, string> {
  const own = new Map(devices.map((device) => [device.device_id, shortTitle(device)]));
  const times = new Map<string, number>();
  for (const title of own.values()) times.set(title, (times.get(title) ?? 0) + 1);
  return new Map(
    devices.map((device) => {
      const title = own.get(device.device_id) ?? "";
      return [device.device_id, times.get(title) === 1 ? title : `${title} ${device.gateway_serial}`];
    }),
  );
}

function shortTitle(device: Named): string {
  const called = deviceName(device);
  return called === device.serial ? called : `${called} (${device.serial})`;
}

/** The head of a column: the device, what of it, and the unit in brackets where it has one. */
export const columnName = (device: string, quantity: string, unit: string): string =>
  unit === "" ? `${device} ${quantity}` : `${device} ${quantity} [${unit}]`;
