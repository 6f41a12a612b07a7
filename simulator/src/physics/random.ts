// Chance that repeats: the same seed gives the same numbers on every machine.

/** A 32-bit hash of the text (xmur3's mixing), well spread also for texts that differ in one character. */
export function hash32(text: string): number {
  let h = 1_779_033_703 ^ text.length;
  for (let i = 0; i < text.length; i += 1) {
    h = Math.imul(h ^ text.charCodeAt(i), 3_432_918_353);
    h = (h << 13) | (h >>> 19);
  }
  h = Math.imul(h ^ (h >>> 16), 2_246_822_507);
  h = Math.imul(h ^ (h >>> 13), 3_266_489_909);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A number in [0, 1) that depends on the text alone. */
export function chance(text: string): number {
  return hash32(text) / 2 ** 32;
}

export interface Random {
  /** The next number, uniform in [0, 1). */
  readonly uniform: () => number;
  /** The next number, normal with mean 0 and deviation 1. */
  readonly normal: () => number;
}

/** A stream of numbers that depends on the seed text alone (mulberry32, Box-Muller). */
export function random(seed: string): Random {
  let state = hash32(seed);
  let spare: number | null = null;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = (): number => {
    if (spare !== null) {
      const next = spare;
      spare = null;
      return next;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  return { uniform, normal };
}
