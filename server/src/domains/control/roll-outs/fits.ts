// Which gateways a version of firmware is for.

/** What a version asks of a gateway. */
export interface FirmwareNeeds {
  readonly gateway_type: string;
  /** Empty: any. */
  readonly hardware_version: string;
  /** The least version that a gateway must have; empty: any. */
  readonly least_version: string;
}

/** What a gateway's birth named; null: nothing. */
interface FittedGateway {
  readonly gateway_type: string | null;
  readonly hardware_version: string | null;
  readonly firmware_version: string | null;
}

/** Whether the version is for this gateway: its type, its hardware, and what it runs now. */
export function fits(gateway: FittedGateway, needs: FirmwareNeeds): boolean {
  if (gateway.gateway_type !== needs.gateway_type) return false;
  if (needs.hardware_version !== "" && gateway.hardware_version !== needs.hardware_version) return false;
  if (needs.least_version === "") return true;
  return gateway.firmware_version !== null && isAtLeast(gateway.firmware_version, needs.least_version);
}

/** Whether a version is that one or a later one: by the numbers in them, from the left; a missing one is 0. */
export function isAtLeast(version: string, least: string): boolean {
  const numbers = numbersOf(version);
  const wanted = numbersOf(least);
  const at = Array.from({ length: Math.max(numbers.length, wanted.length) }, (_, place) => place).find(
    (place) => (numbers[place] ?? 0) !== (wanted[place] ?? 0),
  );
  return at === undefined || (numbers[at] ?? 0) > (wanted[at] ?? 0);
}

const numbersOf = (version: string): number[] => (version.match(/\d+/g) ?? []).map(Number);
