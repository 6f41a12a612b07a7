// Watches the length that each MQTT packet announces, so that nobody makes the broker gather one without end.

/**
 * Returns a function to be given every chunk of a connection, in order; it answers false once a packet announces more
 * than `limit` bytes or a length that is no MQTT length (MQTT 3.1.1 section 2.2.3). It keeps no bytes.
 */
export function frameGuard(limit: number): (chunk: Buffer) => boolean {
  let state: "type" | "length" | "body" = "type";
  let length = 0;
  let factor = 1;
  let left = 0;
  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (state === "body") {
        const step = Math.min(left, chunk.length - at);
        left -= step;
        at += step;
        if (left === 0) state = "type";
        continue;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      if (state === "type") {
        [state, length, factor] = ["length", 0, 1];
        continue;
      }
      length += (byte & 127) * factor;
      factor *= 128;
      if (length > limit || (byte >= 128 && factor > 128 ** 3)) return false;
      if (byte < 128) [state, left] = length === 0 ? ["type", 0] : ["body", length];
    }
    return true;
  };
}
