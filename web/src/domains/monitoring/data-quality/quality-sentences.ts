// What was seen and what was done about it, in words.
import type { QualityEvent, QualityTask } from "@heliograph/contract/monitoring/data-quality/data-quality";
import { kilo } from "../../../platform/format.ts";
import type { Words } from "../words.ts";

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** A length of time in its two largest units. */
function spanText(seconds: number, { text }: Words): string {
  if (seconds < HOUR_S) return text("quality.minutes", { m: Math.round(seconds / MINUTE_S) });
  if (seconds < 2 * DAY_S) {
    const minutes = Math.round(seconds / MINUTE_S);
    return text("quality.hours", { h: Math.floor(minutes / 60), m: minutes % 60 });
  }
  const hours = Math.round(seconds / HOUR_S);
  return text("quality.spanDays", { d: Math.floor(hours / 24), h: hours % 24 });
}

/** A counter's energy in kWh with a decimal. */
const counterText = (wh: number | undefined, { format }: Words) => format.number(kilo(wh), 1);

/** What was seen. */
export function seenText(event: QualityEvent, words: Words): string {
  const { text, format } = words;
  const { seen } = event;
  const counters = { from: counterText(seen.from_wh, words), to: counterText(seen.to_wh, words) };
  switch (event.kind) {
    case "gap": {
      const all = event.device_uid === null;
      const span = spanText(seen.silent_s ?? 0, words);
      const n = seen.devices ?? 0;
      if (event.until === null) {
        return all ? text("quality.silentAllStill", { n, span }) : text("quality.silentStill", { span });
      }
      return all ? text("quality.silentAll", { n, span }) : text("quality.silent", { span });
    }
    case "reset":
      return text("quality.seen.reset", counters);
    case "glitch":
      return text("quality.seen.glitch", counters);
    case "spike":
      return text("quality.seen.spike", counters);
    case "power_above_rating":
      return seen.power_w === undefined || seen.rated_w === undefined
        ? text("quality.seen.powerUnknown")
        : text("quality.seen.power_above_rating", {
            power: format.powerKw(seen.power_w),
            rated: format.powerKw(seen.rated_w),
          });
    case "correction":
      return text("quality.seen.correction", { n: format.number(seen.count ?? 0) });
    case "refused":
      return text("quality.seen.refused", {
        n: format.number(seen.count ?? 0),
        reason: seen.reason === undefined ? "" : text(`quality.reason.${seen.reason}`),
      });
    default:
      return event.kind satisfies never;
  }
}

function gapText({ verdict, energy, state }: QualityEvent, { text, format }: Words): string {
  const kwh = format.number(energy.value, 1);
  const known = energy.value !== null;
  switch (verdict) {
    case "communication":
      return known ? text("quality.gap.communicationEnergy", { kwh }) : text("quality.gap.communication");
    case "outage":
      return text("quality.gap.outage");
    case "partial":
      return known ? text("quality.gap.partialEnergy", { kwh }) : text("quality.gap.partial");
    case "pending":
    case null:
      if (known) return text("quality.gap.spread", { kwh });
      if (verdict === "pending") return text("quality.gap.pending");
      return state === "open" ? text("quality.gap.open") : text("quality.gap.missing");
    default:
      return verdict satisfies never;
  }
}

/** What was done about it. */
export function doneText(event: QualityEvent, timezone: string, words: Words): string {
  const { text, format } = words;
  switch (event.kind) {
    case "gap":
      return gapText(event, words);
    case "spike":
      return text("quality.done.spike", { limit: counterText(event.seen.limit_wh, words) });
    case "correction": {
      const time = event.until === null ? "" : format.dateTime(Date.parse(event.until), timezone);
      return text("quality.done.correction", { time });
    }
    case "reset":
    case "glitch":
    case "power_above_rating":
    case "refused":
      return text(`quality.done.${event.kind}`);
    default:
      return event.kind satisfies never;
  }
}

/** Why a task is one; to those who may not write, `toDo` false, without what to do about it. */
export function taskText(
  task: QualityTask,
  { timezone, toDo }: { timezone: string; toDo: boolean },
  { text, format }: Words,
): string {
  const time = task.at === null ? "–" : format.dateTime(Date.parse(task.at), timezone);
  switch (task.kind) {
    case "unrated": {
      const why = text(toDo ? "quality.task.unratedWhy" : "quality.point.unratedWhy");
      return task.model === null ? why : `${why} ${text("quality.task.model", { model: task.model })}`;
    }
    case "rating_doubtful":
    case "device_silent":
      return text(`quality.task.${task.kind}Why`, { time });
    case "gateway_silent":
      return text("quality.task.gateway_silentWhy", { time, n: task.count ?? 0 });
    case "refused":
      return text("quality.task.refusedWhy", {
        n: format.number(task.count ?? 0),
        reason: task.reason === null ? "" : text(`quality.reason.${task.reason}`),
      });
    default:
      return task.kind satisfies never;
  }
}
