// A trial of an import as lines for people.
import { quantityNames } from "@heliograph/contract";
import { COUNTED } from "../fold/energy-sheet.ts";
import type { Energies, Trial, TrialFinding } from "./import-trial.ts";

/** Days listed of many: so many at the beginning and so many at the end. */
const FIRST_DAYS = 10;
const LAST_DAYS = 3;
/** Devices and events listed of many. */
const LISTED = 10;

const kWh = (wh: number) => `${(wh / 1000).toFixed(3)} kWh`;
const minute = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`;

/** The trial: first readings in the units of the protocol, energies by day and device, and warnings. */
export function trialLines(trial: Trial): string[] {
  const { days, isPartial } = trial;
  return [
    "Nothing was stored. This is what would be.",
    ...firstLines(trial),
    ...(days.size > 0 ? ["Energy by day:", ...dayLines([...days])] : ["No energy follows from it."]),
    ...(isPartial ? ["Readings that come out of the order of time are not in the energies."] : []),
    "By device:",
    ...cut(
      trial.devices.map(({ serial, readings, energies }) =>
        `  ${serial}  ${readings} readings  ${energyText(energies)}`.trimEnd(),
      ),
    ),
    ...warningLines(trial.devices),
  ];
}

function firstLines({ first }: Trial): string[] {
  return [...first].flatMap(([file, rows]) => [
    `First readings of ${file}:`,
    ...rows.map(({ serial, row }) => {
      const values = quantityNames.flatMap((name) => {
        const value = row.m[name];
        return typeof value === "number" ? [`${name} ${value}`] : [];
      });
      const at = row.interval_s === 0 ? new Date(row.ts).toISOString().slice(0, 10) : minute(row.ts);
      return `  ${at}  ${serial}  ${[...values, ...(row.ext === null ? [] : [row.ext])].join("  ")}`;
    }),
  ]);
}

function energyText(energies: Energies): string {
  return COUNTED.flatMap((counted) => {
    const wh = energies[counted];
    return wh === undefined ? [] : [`${counted} ${kWh(wh)}`];
  }).join("  ");
}

const dayLine = ([day, energies]: readonly [string, Energies]) => `  ${day}  ${energyText(energies)}`;

function dayLines(days: readonly (readonly [string, Energies])[]): string[] {
  if (days.length <= FIRST_DAYS + LAST_DAYS) return days.map(dayLine);
  return [
    ...days.slice(0, FIRST_DAYS).map(dayLine),
    `  and ${days.length - FIRST_DAYS - LAST_DAYS} more`,
    ...days.slice(-LAST_DAYS).map(dayLine),
  ];
}

function cut(lines: readonly string[]): string[] {
  const more = lines.length - LISTED;
  return more > 0 ? [...lines.slice(0, LISTED), `  and ${more} more`] : [...lines];
}

function warningLines(devices: readonly TrialFinding[]): string[] {
  const unrated = devices.filter(({ isRated }) => !isRated).map(({ serial }) => serial);
  const names = `${unrated.slice(0, LISTED).join(", ")}${unrated.length > LISTED ? ` and ${unrated.length - LISTED} more` : ""}`;
  const above = devices.flatMap(({ serial, abovePower }) =>
    abovePower === null
      ? []
      : [
          `  ${serial}: ${abovePower.count} readings, the first ${abovePower.powerW} W at ${minute(abovePower.at)}`,
        ],
  );
  const events = devices.flatMap((device) =>
    device.events
      .filter(({ kind }) => kind !== "gap")
      .map(({ kind, counted, at }) => `  ${device.serial}: ${kind} of ${counted} at ${minute(at)}`),
  );
  return [
    ...(unrated.length > 0
      ? [`Warning: no rating is known of ${names}; spikes are judged by the project's capacity`]
      : []),
    ...(above.length > 0 ? ["Warning: power above 1.5 × the rating", ...cut(above)] : []),
    ...(events.length > 0
      ? ["Warning: counters that were reset, or showed what they cannot have", ...cut(events)]
      : []),
  ];
}
