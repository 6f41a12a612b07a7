// Browser and system of a user agent, in the words that people have for them.

interface Device {
  /** Null: not known. */
  readonly browser: string | null;
  readonly system: string | null;
}

/** The first that fits counts: most browsers also name those that they descend from. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ["Cốc Cốc", /coc_coc_browser/i],
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
];
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b|\bMac OS X\b/],
  ["Linux", /\bLinux\b|\bX11\b/],
];

const named = (list: readonly (readonly [string, RegExp])[], userAgent: string): string | null =>
  list.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;

/** What the User-Agent header says of the device; each null where it says nothing known. */
export function deviceNames(userAgent: string | undefined): Device {
  const text = userAgent ?? "";
  return { browser: named(BROWSERS, text), system: named(SYSTEMS, text) };
}
