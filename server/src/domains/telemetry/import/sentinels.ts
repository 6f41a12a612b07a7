// Values with which registers of 16 and 32 bits say "not measured". For columns that a preset or a mapping declares as such, and for
// those alone: 65535 Wh and -1 °C are good values elsewhere.

type RegisterBits = 16 | 32;

/** SunSpec and Modbus, of 16 bits: the highest of unsigned, the highest and lowest of signed numbers, and their neighbour that stands for an error. */
const OF_16_BITS = [0xffff, 0xfffe, 0x7fff, 0x8000, -0x8000];
/** Two registers together show those of one too, where a gateway has filled only the lower. */
const SENTINELS: Readonly<Record<RegisterBits, ReadonlySet<number>>> = {
  16: new Set(OF_16_BITS),
  32: new Set([...OF_16_BITS, 0xffff_ffff, 0xffff_fffe, 0x7fff_ffff, 0x8000_0000, -0x8000_0000]),
};

/** Of loggers, whatever the register: a million below nothing, and its like. */
const OF_LOGGERS: ReadonlySet<number> = new Set([-1e6, -999_999, -1e7, -9_999_999]);

/** Registers have no fractions, loggers write some. */
const SAME = 1e-6;

/**
 * True when `raw`, the number as the register holds it (before a mapping's scale and unit), is one that registers of `registerBits`
 * show in place of a value. Not a number is one too.
 */
export function isSentinel(raw: number, registerBits: RegisterBits): boolean {
  if (Number.isNaN(raw)) return true;
  const whole = Math.round(raw);
  return Math.abs(raw - whole) <= SAME && (SENTINELS[registerBits].has(whole) || OF_LOGGERS.has(whole));
}

/** A counter's neighbours are so near a value that it passes through. */
const NEAR = 0.01;

const isNear = (value: number, neighbour: number) => Math.abs(neighbour - value) <= NEAR * Math.abs(value);

/**
 * True when a counter shows a sentinel because it counts through it: the good values before and after it lie within 1 % of it, on
 * its way. `before` and `after` are the nearest values of the same device's column that are no sentinels; null: there is none, at the
 * file's ends. One neighbour is enough where the other is missing; without any the value is kept as a sentinel.
 */
export function passesThrough(raw: number, before: number | null, after: number | null): boolean {
  const known = [before, after].filter((value) => value !== null);
  if (known.length === 0 || !known.every((neighbour) => isNear(raw, neighbour))) return false;
  return (before ?? -Infinity) <= raw && raw <= (after ?? Infinity);
}

/**
 * A column of one device as it was measured: sentinels become null, but those that a counter passes through. Nulls stay nulls; the
 * values are in order of time.
 */
export function withoutSentinels(
  raws: readonly (number | null)[],
  { registerBits, isCounter }: { registerBits: RegisterBits; isCounter: boolean },
): (number | null)[] {
  const good = raws.map((raw) => (raw === null || isSentinel(raw, registerBits) ? null : raw));
  if (!isCounter) return good;
  const after: (number | null)[] = [];
  let next: number | null = null;
  for (let at = good.length - 1; at >= 0; at -= 1) {
    after[at] = next;
    next = good[at] ?? next;
  }
  let before: number | null = null;
  return raws.map((raw, at) => {
    const value = good[at] ?? null;
    if (value !== null) return (before = value);
    if (raw === null || Number.isNaN(raw)) return null;
    return passesThrough(raw, before, after[at] ?? null) ? raw : null;
  });
}
