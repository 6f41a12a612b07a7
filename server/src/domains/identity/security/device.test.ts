import fc from "fast-check";
import { expect, test } from "vitest";
import { deviceNames } from "./device.ts";

const KHTML = "AppleWebKit/537.36 (KHTML, like Gecko)";
const AGENTS: readonly (readonly [string, string | null, string | null])[] = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/130.0.0.0 Safari/537.36`, "Chrome", "Windows"],
  [`Mozilla/5.0 (Windows NT 10.0) ${KHTML} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`, "Edge", "Windows"],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${KHTML} coc_coc_browser/120.0.0 Chrome/114.0.0.0 Safari/537.36`,
    "Cốc Cốc",
    "Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox", "Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15",
    "Safari",
    "macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1",
    "Chrome",
    "iPhone",
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${KHTML} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KHTML} Chrome/130.0.0.0 Safari/537.36`, "Chrome", "ChromeOS"],
  ["curl/8.5.0", null, null],
];

test.each(AGENTS)("%s is told as %s on %s", (agent, browser, system) => {
  expect(deviceNames(agent)).toEqual({ browser, system });
});

test("whatever a client says of itself is told in known words or not at all", () => {
  const known = new Set([...AGENTS.flatMap(([, ...words]) => words), "Opera", "iPad"]);
  fc.assert(
    fc.property(fc.option(fc.string({ unit: "binary" }), { nil: undefined }), (text) => {
      const { browser, system } = deviceNames(text);
      return known.has(browser) && known.has(system);
    }),
  );
});
