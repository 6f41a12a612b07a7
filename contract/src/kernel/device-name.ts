/** What people call a device or gateway: the alias its owner gave it, else the name it states, else its serial (M113). */
export function deviceName(device: {
  readonly alias: string | null;
  readonly name: string;
  readonly serial: string;
}): string {
  return device.alias || device.name || device.serial;
}
