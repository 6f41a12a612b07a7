// Which side of the environment page is shown, and of which period, as the address says it.
import { esg, type EsgPeriod } from "@heliograph/contract/monitoring/environment/esg";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import { useAppConfig } from "../../../platform/app-config.ts";

export const ESG_SIDES = ["nature", "urban"] as const;
export type EsgSide = (typeof ESG_SIDES)[number];

/** A period: of a year or month the one named, or undefined, the one that today is in. */
export interface EsgSpan {
  readonly period: EsgPeriod;
  readonly at?: string;
}
export const LIFETIME: EsgSpan = { period: "lifetime" };

export interface EsgView {
  readonly side: EsgSide;
  readonly span: EsgSpan;
}

const YEAR = /^(?:19[7-9]|20\d|21\d)\d$/;
const MONTH = /^(?:19[7-9]|20\d|21\d)\d-(?:0[1-9]|1[0-2])$/;

/** The view in the address; what it does not say, or says wrongly, is as on a first visit. */
export function esgIn(address: URLSearchParams): EsgView {
  const side = address.get("side") === "urban" ? "urban" : "nature";
  const period = address.get("period");
  if (period !== "year" && period !== "month") return { side, span: LIFETIME };
  const at = address.get("at");
  const valid = at !== null && (period === "year" ? YEAR : MONTH).test(at);
  return { side, span: valid ? { period, at } : { period } };
}

/** The address with the view in it; the usual is not named, and other parameters stay. */
export function withEsg(address: URLSearchParams, { side, span }: EsgView): URLSearchParams {
  const next = new URLSearchParams(address);
  const put = (key: string, value: string | undefined) => {
    if (value === undefined) next.delete(key);
    else next.set(key, value);
  };
  put("side", side === "nature" ? undefined : side);
  put("period", span.period === "lifetime" ? undefined : span.period);
  put("at", span.at);
  return next;
}

/** The year or month `by` steps after the one written YYYY or YYYY-MM. */
export function stepped(at: string, by: 1 | -1): string {
  const [year = 0, month] = at.split("-").map(Number);
  if (month === undefined) return String(year + by).padStart(4, "0");
  const index = year * 12 + month - 1 + by;
  return `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** What a project spared (null: all projects) over the span. */
export const esgQuery = (uid: string | null, span: EsgSpan) =>
  ask(esg, { query: { ...(uid === null ? {} : { project_uid: uid }), ...span } });

/** The answer of esgQuery, asked for again as often as charts are. */
export function useEsg(uid: string | null, span: EsgSpan) {
  const everyMs = useAppConfig().chart_refresh_s * 1000;
  return useQuery({ ...esgQuery(uid, span), placeholderData: keepPreviousData, refetchInterval: everyMs });
}
