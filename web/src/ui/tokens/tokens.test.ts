// WCAG 2.2: text 4.5 (1.4.3), controls and graphics 3 (1.4.11), in both modes.
import { expect, test } from "vitest";
import { plant, pr, record } from "./status-tokens.ts";
import { customProperties, tokensCss } from "./tokens-css.ts";
import { color, device, seriesColors, type Mode } from "./tokens.ts";

const TEXT = 4.5;
const GRAPHIC = 3;
const MODES: readonly Mode[] = ["light", "dark"];

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Pairs below the contrast asked for, as "name: ratio". */
const below = (least: number, pairs: readonly (readonly [string, string, string])[]) =>
  pairs
    .filter(([, one, other]) => contrast(one, other) < least)
    .map(([name, one, other]) => `${name}: ${contrast(one, other).toFixed(2)}`);

test("the ratio is that of WCAG", () => {
  expect(contrast("#000000", "#FFFFFF")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#FFFFFF")).toBeCloseTo(4.48, 2);
});

test.each(MODES)("text is readable on every surface it stands on (%s)", (mode) => {
  const paint = color[mode];
  const grounds = [
    "canvas",
    "surface",
    "surfaceMuted",
    "surfaceSunken",
    "surfaceRaised",
    "surfaceRaisedMuted",
  ] as const;
  const texts = ["text", "textSecondary", "brand", "success", "warning", "error", "info"] as const;
  const pairs = texts.flatMap((text) =>
    grounds.map((ground) => [`${text} on ${ground}`, paint[text], paint[ground]] as const),
  );
  const tertiary = (
    ["canvas", "surface", "surfaceMuted", "surfaceRaised", "surfaceRaisedMuted"] as const
  ).map((ground) => [`textTertiary on ${ground}`, paint.textTertiary, paint[ground]] as const);
  const labels = [
    ["label on brand", paint.onBrand, paint.brand],
    ["label on brand, hovered", paint.onBrand, paint.brandHover],
    ["brandSoftText", paint.brandSoftText, paint.brandSoft],
    ["textSecondary on a selected row", paint.textSecondary, paint.brandSoft],
    ["text on what is chosen", paint.text, paint.surfaceChosen],
    ["text on a selected row", paint.text, paint.brandSoft],
    ["canopyText", paint.canopyText, paint.canopy],
    ["canopyMuted", paint.canopyMuted, paint.canopy],
    ["chip pressed", paint.surface, paint.text],
  ] as const;
  expect(below(TEXT, [...pairs, ...tertiary, ...labels])).toEqual([]);
});

test.each(MODES)("borders of controls, focus and marks can be made out (%s)", (mode) => {
  const paint = color[mode];
  expect(
    below(GRAPHIC, [
      ["control on surface", paint.borderControl, paint.surface],
      ["control on canvas", paint.borderControl, paint.canvas],
      ["focus", paint.focus, paint.surface],
      ["focus on canvas", paint.focus, paint.canvas],
      ["focus on canopy", paint.focusOnCanopy, paint.canopy],
      ["sun on canopy", paint.sun, paint.canopy],
    ]),
  ).toEqual([]);
});

test.each(MODES)("words of a status are readable on its paint and on cards (%s)", (mode) => {
  const pairs = [
    ...Object.entries(plant[mode]),
    ...Object.entries(pr[mode]),
    ...Object.entries(record[mode]),
  ].flatMap(([name, paint]) => [
    [`${name} tag`, paint.fg, paint.bg] as const,
    [`${name} on surface`, paint.fg, color[mode].surface] as const,
  ]);
  expect(below(TEXT, pairs)).toEqual([]);
});

test.each(MODES)("lines and bars can be made out on cards (%s)", (mode) => {
  // The bars of inverters carry an edge in the colour of PV.
  const lines = Object.entries(seriesColors[mode]).filter(([name]) => name !== "inverter");
  const pairs = [...lines, ...device[mode].map((hex, index) => [`device ${index + 1}`, hex] as const)];
  expect(
    below(
      GRAPHIC,
      pairs.map(([name, hex]) => [name, hex, color[mode].surface] as const),
    ),
  ).toEqual([]);
});

test("both modes set the same custom properties, each once", () => {
  const [light, dark] = MODES.map((mode) => customProperties(mode).map(([name]) => name));
  expect(light).toEqual(dark);
  expect(new Set(light).size).toBe(light?.length);
  expect(tokensCss()).toContain("--text-secondary:#4A5852");
});
