import { STREAMS_PER_ACCOUNT } from "@heliograph/contract/kernel/limits";
import { useState } from "react";
import { useNow } from "../../platform/clock.ts";
import { elapsed, MISSING } from "../../platform/format.ts";
import type { LiveState } from "../../platform/live-stream.ts";
import { zoneOffset } from "../../platform/zone.ts";
import { LastRefresh } from "../../ui/feedback/LastRefresh.tsx";
import mark from "../../ui/layout/LiveMark.module.css";
import { FaultMark } from "./FaultMark.tsx";
import { useWords } from "./words.ts";
import { VisuallyHidden } from "../../ui/layout/VisuallyHidden.tsx";

/** What a query tells of how fresh its answer is. */
interface Answered {
  readonly dataUpdatedAt: number;
  readonly isFetching: boolean;
  readonly error: Error | null;
}

/**
 * How fresh a screen is (M48): the clock of a zone, the age of its oldest answer, a button that asks again, and whether
 * live values arrive. While the last try of any of its queries failed, that stands in their place, whatever the live
 * connection does.
 */
export function Freshness(given: {
  /** The zone of the clock; null until it is known. */
  timezone: string | null;
  queries: readonly Answered[];
  /** Left out where a screen follows no live values. */
  live?: LiveState | undefined;
  refresh: () => Promise<unknown>;
}) {
  const { timezone, queries, live, refresh } = given;
  const { text, format } = useWords();
  const nowMs = useNow();
  const [asked, setAsked] = useState(false);
  const fault = queries.find(({ error }) => error !== null)?.error ?? null;
  const answered = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((atMs) => atMs > 0);
  const run = async () => {
    setAsked(false);
    await refresh();
    setAsked(true);
  };
  return (
    <LastRefresh
      clock={timezone === null ? MISSING : format.clock(nowMs, timezone, true)}
      zone={timezone === null ? null : { short: zoneOffset(timezone, nowMs), name: timezone }}
      ago={answered.length === 0 ? "" : text("refresh.ago", { t: elapsed(nowMs - Math.min(...answered)) })}
      busy={queries.some(({ isFetching }) => isFetching)}
      refresh={{ label: text("refresh.now"), run: () => void run() }}
    >
      {fault === null && live !== undefined && <LiveMark state={live} />}
      {/* Where nothing has come yet the screen itself says why. */}
      {fault !== null && answered.length > 0 && <FaultMark error={fault} aloud />}
      <VisuallyHidden role="status">{asked && fault === null ? text("refresh.done") : ""}</VisuallyHidden>
    </LastRefresh>
  );
}

/** Whether live values arrive. */
function LiveMark({ state }: { state: LiveState }) {
  const { text } = useWords();
  return (
    <span
      className={`${mark.mark} ${mark[state] ?? ""}`}
      role="status"
      data-live={state}
      data-sentence={state === "crowded" ? "" : undefined}
    >
      <i aria-hidden />
      {text(`live.${state}`, { n: STREAMS_PER_ACCOUNT })}
    </span>
  );
}
