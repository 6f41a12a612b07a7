// What is said of a command: its name, what it is for, what became of it. Pure; every sentence names its evidence.
import type { CommandArgs } from "@heliograph/contract/telemetry/ingest/commands";
import type { CommandEvidence, CommandRow, EvidenceReading } from "@heliograph/contract/control/commands";
import type { Words } from "../../../platform/words.ts";

/** A power as people read it: "38.2 kW", "0 kW". */
function powerText({ format }: Words, watts: number): string {
  const kw = watts / 1000;
  const digits = Number.isInteger(kw) || Math.abs(kw) >= 100 ? 0 : 1;
  return `${format.number(kw, digits)} kW`;
}

const S = 1000;
const MIN = 60 * S;
const HOUR = 60 * MIN;

/** A time as people say it: "38 s", "3 min", "2 min 30 s", "1 h 5 min". */
export function durationText({ text, format }: Words, ms: number): string {
  if (ms < 2 * MIN && ms % MIN !== 0) {
    return text("command.seconds", { n: format.number(Math.round(ms / S)) });
  }
  if (ms < HOUR) {
    const minutes = text("command.minutes", { n: Math.floor(ms / MIN) });
    const rest = Math.round((ms % MIN) / S);
    return rest === 0 || ms >= 10 * MIN ? minutes : `${minutes} ${text("command.seconds", { n: rest })}`;
  }
  const hours = text("command.hours", { n: Math.floor(ms / HOUR) });
  const rest = Math.round((ms % HOUR) / MIN);
  return rest === 0 ? hours : `${hours} ${text("command.minutes", { n: rest })}`;
}

/** What was ordered: "Power 60 %", "Off", "Zero export on". */
export function commandName(args: CommandArgs, words: Words): string {
  const { text, format } = words;
  switch (args.name) {
    case "power_limit":
      if (args.limit === null) return text("command.givenBack");
      return "percent" in args.limit
        ? text("command.powerPercent", {
            n: format.number(args.limit.percent, Number.isInteger(args.limit.percent) ? 0 : 1),
          })
        : text("command.powerLimit", { power: powerText(words, args.limit.w) });
    case "connect": {
      const word = text(args.on ? "command.on" : "command.off");
      return args.relay === undefined ? word : `${args.relay} ${word}`;
    }
    case "zero_export":
      return text(args.on ? "command.nzeOn" : "command.nzeOff");
    case "nze_parameters":
      return text("command.nzeParameters");
    case "nze_drill":
      return text("command.drill");
    case "firmware":
      return text("command.firmware", { version: args.version });
    default:
      return args satisfies never;
  }
}

/** A gateway or device by the name that its owner gave it, else by its serial. */
export const thingName = ({ alias, serial }: { alias: string | null; serial: string }): string =>
  alias ?? serial;

/** What it is for: the devices by name where they are few, else their number, or the gateway itself. */
export function targetText(
  { devices, device_count, gateway }: Pick<CommandRow, "devices" | "device_count" | "gateway">,
  { text }: Words,
): string {
  if (device_count === 0) return thingName(gateway);
  return device_count <= 2 ? devices.map(thingName).join(", ") : text("command.devices", { n: device_count });
}

/** The instants of a sentence, in the plant's zone. */
export interface CommandPlace {
  readonly timezone: string;
}

const sum = (readings: readonly EvidenceReading[]) => readings.reduce((total, { value }) => total + value, 0);
const isAtGrid = ({ args }: Pick<CommandRow, "args">) =>
  args.name === "zero_export" || args.name === "nze_parameters";
/** Who says it: the meter at the grid or of the plant, or the device by its name. */
const sayer = (row: CommandRow, { text }: Words) => {
  const [device] = row.devices;
  return isAtGrid(row) || device === undefined ? text("command.theMeter") : thingName(device);
};

/** How long after the answer, or the handing over, data have said otherwise, ms. */
const contradictedMs = ({ contradicted_since, readings, read_back, seen }: CommandEvidence) => {
  const said = seen === "contradicted" ? readings : read_back;
  const newest = Math.max(...said.map(({ at }) => Date.parse(at)));
  return contradicted_since === null || said.length === 0 ? 0 : newest - Date.parse(contradicted_since);
};

/** What another controller has set, as the command would say it: percent where the rating is known, else a power. */
function conflictValue({ args, evidence }: CommandRow, conflict: EvidenceReading, words: Words): string {
  const percent = evidence?.conflict_percent ?? null;
  const isPercent = args.name === "power_limit" && args.limit !== null && "percent" in args.limit;
  return percent === null || !isPercent
    ? powerText(words, conflict.value)
    : `${words.format.number(percent)} %`;
}

/** What became of it in one sentence, with the evidence for it. */
export function evidenceText(row: CommandRow, words: Words, place: CommandPlace): string {
  const { text } = words;
  const conflict = row.evidence?.conflict ?? null;
  if (conflict !== null && ["acknowledged", "applied", "verified", "failed"].includes(row.state)) {
    const time = words.format.clock(Date.parse(conflict.at), place.timezone);
    return text("command.conflict", { value: conflictValue(row, conflict, words), time });
  }
  switch (row.state) {
    case "queued":
      return text("command.waits.queued");
    case "sent":
      return text("command.waits.sent");
    case "acknowledged":
      return text(
        row.evidence?.reason === "no_meter" && isAtGrid(row)
          ? "command.waits.noMeter"
          : "command.waits.acknowledged",
      );
    case "applied":
      return appliedText(row, words);
    case "verified":
      return provenText(row, words);
    case "failed":
      return failedText(row, words);
    case "expired":
      return expiredText(row, words);
    case "superseded":
      return supersededText(row, words, place);
    case "reverted":
      return text(row.note === "lost" ? "command.lost" : "command.gatewayReverted");
    case "cancelled":
      return text("command.takenBack");
    default:
      return row.state satisfies never;
  }
}

function appliedText({ args, evidence }: CommandRow, { text }: Words): string {
  const reason = evidence?.reason ?? null;
  if (evidence?.seen === "contradicted") return text("command.waits.contradicted");
  if (reason === null) return text("command.waits.applied");
  const isExport = args.name === "zero_export" || args.name === "nze_parameters";
  return text("command.unseen", {
    why: text(
      reason === "below_limit" && isExport ? "command.reason.below_export" : `command.reason.${reason}`,
    ),
  });
}

/** What was seen: "41 kW to 25 kW in 38 s", "Export from 38.2 kW to 0 kW in 38 s". */
export function provenText(row: CommandRow, words: Words): string {
  const { text } = words;
  const { evidence, sent_at } = row;
  if (row.args.name === "firmware") return text("command.seen.firmware", { version: row.args.version });
  const last = evidence?.readings.at(-1);
  if (evidence === null || last === undefined) return "";
  const atGrid = isAtGrid(row);
  const shown = (watts: number) => powerText(words, atGrid ? Math.max(0, -watts) : watts);
  // At its limit two readings in a row are named: the last of each device counts.
  const newest = evidence.readings.filter(({ at }) => at === last.at);
  const to = shown(sum(newest));
  const { before } = evidence;
  if (before === null || sent_at === null || shown(before.value) === to) {
    return text("command.seen.at", { to });
  }
  const time = durationText(words, Math.max(S, Date.parse(last.at) - Date.parse(sent_at)));
  const values = { from: shown(before.value), to, time };
  return text(atGrid ? "command.seen.export" : "command.seen.power", values);
}

function failedText(row: CommandRow, words: Words): string {
  const { text } = words;
  const { evidence, note } = row;
  if (note === "refused") {
    return text("command.refused", { why: row.text === "" ? text("command.noReason") : row.text });
  }
  if (note === "gateway_failed") {
    return text("command.couldNot", { why: row.text === "" ? text("command.noReason") : row.text });
  }
  if (note === "not_read_back") return text("command.notReadBack");
  if (evidence === null) return text("command.failed");
  const what = sayer(row, words);
  const time = durationText(words, contradictedMs(evidence));
  if (note === "not_set") return text("command.notSet", { what, time });
  const watts = sum(evidence.readings);
  return text("command.contradicted", {
    what,
    time,
    power: powerText(words, isAtGrid(row) ? Math.abs(watts) : watts),
  });
}

function expiredText(row: CommandRow, words: Words): string {
  const { text } = words;
  const ended = Date.parse(row.state_at);
  if (row.note === "late_answer") return text("command.lateAnswer");
  if (row.note === "gateway_expired") return text("command.cameTooLate");
  const since = row.sent_at === null ? row.created_at : row.sent_at;
  const time = durationText(words, ended - Date.parse(since));
  return text(row.sent_at === null ? "command.neverSent" : "command.neverAnswered", { time });
}

function supersededText(
  { superseded_by: by, sent_at }: CommandRow,
  words: Words,
  { timezone }: CommandPlace,
): string {
  if (by === null) return words.text("command.superseded");
  const values = {
    name: commandName(by.args, words),
    time: words.format.clock(Date.parse(by.created_at), timezone),
  };
  return words.text(sent_at === null ? "command.supersededUnsent" : "command.supersededBy", values);
}
