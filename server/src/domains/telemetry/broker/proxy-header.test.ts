import fc from "fast-check";
import { expect, test } from "vitest";
import { readProxyHeader } from "./proxy-header.ts";

const LINE = "PROXY TCP4 203.0.113.7 10.0.0.1 50123 1883\r\n";
const block = (command: number, family: number, addresses: number[]) =>
  Buffer.concat([
    Buffer.from("0d0a0d0a000d0a515549540a", "hex"),
    Buffer.from([0x20 | command, family, addresses.length >> 8, addresses.length & 255]),
    Buffer.from(addresses),
  ]);
const V4 = block(1, 0x11, [203, 0, 113, 7, 10, 0, 0, 1, 0xc3, 0xcb, 0x07, 0x5b]);
const V6 = block(1, 0x21, [
  0x20,
  1,
  0x0d,
  0xb8,
  0,
  1,
  0,
  2,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  7,
  ...Array.from({ length: 20 }, () => 0),
]);

test("both versions name the address of the client, and what follows is left to MQTT", () => {
  const after = Buffer.from([0x10, 0x20]);
  expect(readProxyHeader(Buffer.concat([Buffer.from(LINE), after]))).toEqual({
    bytes: LINE.length,
    address: "203.0.113.7",
  });
  expect(readProxyHeader(Buffer.concat([V4, after]))).toEqual({ bytes: 28, address: "203.0.113.7" });
  expect(readProxyHeader(V6)).toEqual({ bytes: 52, address: "2001:db8:1:2:0:0:0:7" });
});

test("a proxy that speaks for itself names nobody", () => {
  expect(readProxyHeader(Buffer.from("PROXY UNKNOWN\r\n"))).toEqual({ bytes: 15, address: null });
  expect(readProxyHeader(block(0, 0, []))).toEqual({ bytes: 16, address: null });
});

test("a header that arrives byte by byte is waited for", () => {
  for (const whole of [Buffer.from(LINE), V4, V6]) {
    for (let n = 0; n < whole.length; n += 1) expect(readProxyHeader(whole.subarray(0, n))).toBe("partial");
  }
});

test("what is no header is none, whatever it is, and nothing is read beyond what came", () => {
  expect(readProxyHeader(Buffer.from([0x10, 0x20, 0x00]))).toBe("none");
  expect(readProxyHeader(Buffer.from(`PROXY TCP4 ${"9".repeat(120)}`))).toBe("none");
  expect(readProxyHeader(Buffer.from("PROXY TCP4 <script> 10.0.0.1 1 2\r\n"))).toBe("none");
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom("PROXY ", ""), (bytes, mark) => {
      const header = readProxyHeader(Buffer.concat([Buffer.from(mark), bytes]));
      if (typeof header === "object") expect(header.bytes).toBeLessThanOrEqual(mark.length + bytes.length);
    }),
  );
});
