import fc from "fast-check";
import { expect, test } from "vitest";
import { isPublicAddress } from "./addresses.ts";
import { outboundRefusal } from "./target.ts";

/** An address of version 4 as a number, without the code under test. */
const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");

/** Whether one of the networks holds it, by arithmetic. */
function isSpecial(value: number): boolean {
  const [a, b, c] = [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255];
  return (
    [0, 10, 127].includes(a) ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 192 && b === 88 && c === 99) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113)
  );
}

/** Any address, and as often one near the special ones. */
const anyV4 = fc.oneof(
  fc.nat(0xffff_ffff),
  fc
    .tuple(
      fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224),
      fc.nat(255),
      fc.nat(255),
      fc.nat(255),
    )
    .map(([a, b, c, d]) => ((a << 24) | (b << 16) | (c << 8) | d) >>> 0),
);

test("an address of version 4 is public exactly when no registry of special addresses holds it", () => {
  fc.assert(
    fc.property(anyV4, (value) => {
      expect(isPublicAddress(dotted(value))).toBe(!isSpecial(value));
    }),
    { numRuns: 2000 },
  );
});

/** Ways to write the address that `URL` reads. */
const spellings = (value: number) => {
  const [a, ...rest] = dotted(value).split(".").map(Number);
  const low = value & 0xff_ffff;
  return [
    dotted(value),
    String(value),
    `0x${value.toString(16)}`,
    `0${value.toString(8)}`,
    `${a}.${low}`,
    [a, ...rest].map((part) => `0x${(part ?? 0).toString(16)}`).join("."),
    [a, ...rest].map((part) => `0${(part ?? 0).toString(8)}`).join("."),
    `${dotted(value)}.`,
  ];
};

test("however an inner address of version 4 is written in a URL it is refused, and a public one is not", () => {
  fc.assert(
    fc.property(anyV4, (value) => {
      for (const host of spellings(value)) {
        expect([host, outboundRefusal(`https://${host}/hook`, [])]).toEqual([
          host,
          isSpecial(value) ? "address" : null,
        ]);
      }
    }),
    { numRuns: 500 },
  );
});

test("no address of version 6 that carries one of version 4 is public, whichever it carries", () => {
  fc.assert(
    fc.property(anyV4, (value) => {
      const [high, low] = [(value >>> 16).toString(16), (value & 0xffff).toString(16)];
      const carrying = [
        `::ffff:${dotted(value)}`,
        `::ffff:${high}:${low}`,
        `::${high}:${low}`,
        `64:ff9b::${high}:${low}`,
        `2002:${high}:${low}::1`,
        `2001:0:1234::${high}:${low}`,
      ];
      for (const address of carrying) {
        expect([address, isPublicAddress(address)]).toEqual([address, false]);
        expect(outboundRefusal(`http://[${address}]/`, [])).toBe("address");
      }
    }),
    { numRuns: 500 },
  );
});

test("of version 6 only what is given out to the public Internet is public", () => {
  const group = fc.nat(0xffff).map((part) => part.toString(16));
  const tail = fc.array(group, { minLength: 7, maxLength: 7 }).map((parts) => parts.join(":"));
  fc.assert(
    fc.property(fc.nat(0xffff), tail, (first, rest) => {
      if (first === 0x2001 || first === 0x2002 || first === 0x3fff) return;
      expect(isPublicAddress(`${first.toString(16)}:${rest}`)).toBe(first >= 0x2000 && first < 0x4000);
    }),
    { numRuns: 2000 },
  );
  const inner = ["::", "::1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1"];
  for (const address of [...inner, "2001:db8::1", "3fff::1", "2001:10::1", "no address", ""]) {
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
  }
  for (const address of ["2606:4700::1111", "2a00:1450:4001:81b::200e", "2001:4860:4860::8888"]) {
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  }
});

test("what is not of the web is refused by its kind", () => {
  const kinds = {
    "no url": "url",
    "ftp://example.com/": "scheme",
    "file:///etc/passwd": "scheme",
    "javascript:alert(1)": "scheme",
    "https://name:word@example.com/": "credentials",
    "https://example.com:22/": "port",
    "http://example.com:25/": "port",
    "https://localhost/": "address",
    "https://a.LOCALHOST./": "address",
    "https://printer.local/": "address",
    "https://metadata.google.internal/": "address",
    "https://intranet/": "address",
  };
  for (const [url, kind] of Object.entries(kinds)) {
    expect([url, outboundRefusal(url, [])]).toEqual([url, kind]);
  }
  for (const url of ["https://example.com/", "http://example.com:8080/a?b", "https://example.com:8443"]) {
    expect([url, outboundRefusal(url, [])]).toEqual([url, null]);
  }
});

test("what the operator vouches for is this host at this port and no other", () => {
  const allow = ["localhost:9000", "10.0.0.5:443", "[::1]:25"];
  for (const url of ["http://localhost:9000/x", "https://10.0.0.5/", "http://[::1]:25/"]) {
    expect([url, outboundRefusal(url, allow)]).toEqual([url, null]);
  }
  const others = [
    "http://localhost:9001/",
    "http://127.0.0.1:9000/",
    "http://10.0.0.5/",
    "https://10.0.0.6/",
    "http://[::1]:26/",
  ];
  for (const url of others) expect([url, outboundRefusal(url, allow)]).not.toEqual([url, null]);
});
