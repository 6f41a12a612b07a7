// What is said of a value outside its range: written by the server, read again by screens that explain it.

/** A value that is beyond what its quantity allows. */
interface OutOfRange {
  readonly quantity: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
}

/** The words of the refusal `reading.out_of_range`. */
export const outOfRangeText = ({ quantity, value, min, max }: OutOfRange): string =>
  `${quantity} is ${value}, allowed are ${min} to ${max}`;

/** What outOfRangeText was made from; null when the words are others. */
export function outOfRangeIn(detail: string): OutOfRange | null {
  const [, quantity, ...numbers] = /^(\w+) is (\S+), allowed are (\S+) to (\S+)$/.exec(detail) ?? [];
  const [value = Number.NaN, min = Number.NaN, max = Number.NaN] = numbers.map(Number);
  if (quantity === undefined || [value, min, max].some(Number.isNaN)) return null;
  return { quantity, value, min, max };
}
