// How long ago something happened, in words.
import { LOCALES, type Lang } from "../../../ui/tokens/tokens.ts";

const STEPS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** "5 minutes ago", in whole units of the greatest that fits; below a minute "now". Instants in ms since 1970. */
export function agoIn(lang: Lang, atMs: number, nowMs: number): string {
  const format = new Intl.RelativeTimeFormat(LOCALES[lang], { numeric: "auto" });
  const passed = Math.max(0, nowMs - atMs);
  for (const [unit, ms] of STEPS) {
    if (passed >= ms) return format.format(-Math.floor(passed / ms), unit);
  }
  return format.format(0, "second");
}
