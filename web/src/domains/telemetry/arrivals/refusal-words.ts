// Why a reading was refused, in words, and what would likely mend it.
import type { ArrivedReading, ArrivedRefusal } from "@heliograph/contract/telemetry/arrivals/arrivals";
import { outOfRangeIn } from "@heliograph/contract/telemetry/ingest/out-of-range";
import type { Format } from "../../../platform/format.ts";
import type { useText } from "../../../platform/i18n.tsx";

type Text = ReturnType<typeof useText>;

/** Beyond this a time in seconds would be a time in milliseconds. */
const SECONDS_BELOW = 1e11;
/** How often values are sent too large: registers without their scale. */
const SCALES = [10, 100, 1000] as const;

interface Told {
  readonly why: string;
  /** Null: there is nothing to say beyond the reason. */
  readonly mend: string | null;
}

/** Why it was refused, and the likely mend. */
export function refusalWords(refusal: ArrivedRefusal, t: Text, format: Format): Told {
  const { reason, detail } = refusal;
  switch (reason) {
    case "reading.out_of_range":
      return rangeWords(detail, t, format);
    case "reading.too_new":
      return {
        why: t("arrivals.why.ahead", { time: aheadText(refusal, t, format) }),
        mend: t("arrivals.mend.clock"),
      };
    case "reading.too_old":
      return {
        why: t("arrivals.why.old"),
        mend: refusal.t !== null && refusal.t < SECONDS_BELOW ? t("arrivals.mend.seconds") : null,
      };
    case "device.unknown":
      return { why: t("arrivals.why.unknown", { detail }), mend: t("arrivals.mend.birth") };
    case "reading.unknown_quantity":
      return { why: detail, mend: t("arrivals.mend.quantity") };
    case "reading.empty":
      return { why: t("arrivals.why.empty"), mend: null };
    case "message.not_json":
    case "message.invalid":
    case "reading.invalid":
      return { why: detail, mend: t("arrivals.mend.shape") };
    default:
      return { why: detail, mend: null };
  }
}

/** How far the reading's time lay ahead when it came. */
export function aheadText({ t: written, at }: ArrivedRefusal, t: Text, format: Format): string {
  const seconds = written === null ? 0 : Math.max(0, Math.round((written - Date.parse(at)) / 1000));
  if (seconds >= 172_800) return t("arrivals.days", { n: format.number(Math.round(seconds / 86_400)) });
  if (seconds >= 7200) return t("arrivals.hours", { n: format.number(Math.round(seconds / 3600)) });
  return t("arrivals.seconds", { n: format.number(seconds) });
}

function rangeWords(detail: string, t: Text, format: Format): Told {
  const found = outOfRangeIn(detail);
  if (found === null) return { why: detail, mend: null };
  const { quantity, value, min, max } = found;
  const number = (of: number) => (Number.isFinite(of) ? shortNumber(of, format) : String(of));
  const why = t("arrivals.why.range", { quantity, value: number(value), min: number(min), max: number(max) });
  const fits = (of: number) => of >= min && of <= max;
  if (quantity === "ac_power_factor" && fits(value / 100)) {
    return { why, mend: t("arrivals.mend.percent", { value: shortNumber(value / 100, format) }) };
  }
  const scale = max > 1e5 ? undefined : SCALES.find((by) => fits(value / by));
  if (scale === undefined) return { why, mend: t("arrivals.mend.register") };
  return { why, mend: t("arrivals.mend.scale", { scale, value: shortNumber(value / scale, format) }) };
}

const shortNumber = (value: number, format: Format): string =>
  Number.isInteger(value) ? format.number(value) : format.number(value, Math.abs(value) < 10 ? 2 : 1);

/** What became of the rest of its message, and whether the device's next reading was stored. */
export function aftermath(
  { others, device_uid, t: written }: ArrivedRefusal,
  readings: readonly ArrivedReading[],
  t: Text,
): string {
  const cameRight =
    written !== null && readings.some((one) => one.device_uid === device_uid && one.t > written);
  const rest =
    others === null
      ? t("arrivals.wholeRefused")
      : others === 0
        ? ""
        : t("arrivals.othersStored", { n: others });
  return [rest, cameRight ? t("arrivals.nextRight") : ""].filter((part) => part !== "").join(" ");
}
