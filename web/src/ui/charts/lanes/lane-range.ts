// Where a lane lies in the height of its chart.

/** Of a lane's height what its name takes, and what is left free below it. */
const [HEAD, FOOT] = [0.26, 0.06];

/** The range of a scale over the whole height by which 0 to `max` lies in its lane. */
export function laneRange(lane: number, count: number, max: number): [number, number] {
  const top = (lane + HEAD) / count;
  const bottom = (lane + 1 - FOOT) / count;
  const each = max / (bottom - top);
  return [-(1 - bottom) * each, bottom * each];
}
