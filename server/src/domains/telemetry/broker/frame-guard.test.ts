import fc from "fast-check";
import { generate, type Packet } from "mqtt-packet";
import { expect, test } from "vitest";
import { frameGuard } from "./frame-guard.ts";

const publish = (bytes: number): Packet => ({
  cmd: "publish",
  topic: "t",
  payload: Buffer.alloc(bytes, 0xff),
  qos: 1,
  messageId: 1,
  dup: false,
  retain: false,
});
/** Topic with its length, and the message id. */
const OVERHEAD = 5;

/** Cuts the stream at the given places, whatever they are. */
function cut(stream: Buffer, places: readonly number[]): Buffer[] {
  const at = [...places.map((place) => place % (stream.length + 1)), 0, stream.length].toSorted(
    (a, b) => a - b,
  );
  return at.slice(1).map((to, index) => stream.subarray(at[index], to));
}

test("packets within the limit pass however the network cuts them, and the first beyond it does not", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.nat(300), fc.constantFrom(122, 123, 16_378, 16_379, 20_000 - OVERHEAD)), {
        maxLength: 8,
      }),
      fc.array(fc.nat(), { maxLength: 12 }),
      (sizes, places) => {
        const good = Buffer.concat([
          ...sizes.map((size) => generate(publish(size))),
          generate({ cmd: "pingreq" }),
        ]);
        const guard = frameGuard(20_000);
        expect(cut(good, places).every((chunk) => guard(chunk))).toBe(true);
        expect(guard(generate(publish(20_001 - OVERHEAD)).subarray(0, 5))).toBe(false);
      },
    ),
    { numRuns: 200 },
  );
});

test("a length of five bytes is no MQTT and does not pass", () => {
  expect(frameGuard(1e9)(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]))).toBe(false);
});
