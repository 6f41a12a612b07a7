import { mapPaint, place, plant, pr, radiation, record } from "./status-tokens.ts";
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

/**
 * What stands behind: a table paints its cells so, to hide what scrolls below them. Drawers, windows and popovers set both to
 * the raised surface.
 */
const GROUND = [
  ["ground", "var(--surface)"],
  ["ground-muted", "var(--surface-muted)"],
];

/** The custom properties of one mode, name and value. Switching the mode is switching one attribute. */
export function customProperties(mode: Mode): string[][] {
  return [
    ...prefixed("", { ...color[mode] }),
    ...prefixed("series-", seriesColors[mode]),
    ...paints("plant", plant[mode]),
    ...paints("pr", pr[mode]),
    ...paints("record", record[mode]),
    ...prefixed("place-", place[mode]),
    ...device[mode].map((value, index) => [`device-${index + 1}`, value]),
    ...radiation[mode].map((value, index) => [`rad-${index}`, value]),
    ...prefixed("map-", mapPaint[mode]),
    ...GROUND,
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
