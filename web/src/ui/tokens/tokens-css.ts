import { mapPaint, plant, pr, radiation } from "./status-tokens.ts";
import { color, device, font, seriesColors, type Mode } from "./tokens.ts";

const kebab = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll("_", "-");

/** Custom properties of the named paints: `--plant-not-configured-fg`. */
const paints = (prefix: string, group: object) =>
  Object.entries(group).flatMap(([name, paint]) =>
    Object.entries(paint as Record<string, string>).map(([part, value]) => [
      `${prefix}-${kebab(name)}-${part}`,
      value,
    ]),
  );

const prefixed = (prefix: string, group: Record<string, string>) =>
  Object.entries(group).map(([name, value]) => [`${prefix}${kebab(name)}`, value]);

/** The custom properties of one mode, name and value. Switching the mode is switching one attribute. */
export function customProperties(mode: Mode): string[][] {
  return [
    ...prefixed("", { ...color[mode] }),
    ...prefixed("series-", seriesColors[mode]),
    ...paints("plant", plant[mode]),
    ...paints("pr", pr[mode]),
    ...device[mode].map((value, index) => [`device-${index + 1}`, value]),
    ...radiation[mode].map((value, index) => [`rad-${index}`, value]),
    ...prefixed("map-", mapPaint[mode]),
  ];
}

const block = (mode: Mode) =>
  `[data-theme=${mode}]{color-scheme:${mode};${customProperties(mode)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";")}}`;

/** The text of ui/tokens.css: fonts and both modes. */
export function tokensCss(): string {
  return `:root{--font:${font.sans};--mono:${font.mono}}:root:lang(zh){--font:${font.sansZh}}${block("light")}${block("dark")}`;
}
