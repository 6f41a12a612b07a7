import type { NzeComplianceDay, NzeDayDetails } from "@heliograph/contract/control/compliance";
import { CircleCheck } from "lucide-react";
import { useMemo } from "react";
import { useServerText } from "../../../platform/i18n.tsx";
import { SmallChart } from "../../../platform/charts/SmallChart.tsx";
import { useWords, type Words } from "../../../platform/words.ts";
import { extent, roundAxis } from "../../../ui/charts/axis-rules.ts";
import type { ChartContent } from "../../../ui/charts/chart-content.ts";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { LoadFailed } from "../../fleet/index.ts";
import { useComplianceDay } from "./compliance-queries.ts";
import { kwText, secondsText, VERDICT_ICONS, verdictText } from "./compliance-words.ts";
import styles from "./Compliance.module.css";

const HEIGHT = 190;

/** A day: its verdict, the grid about its longest violation, and what came after. */
export function ComplianceDay(given: { gateway_uid: string; day: string | null; meter: string }) {
  const { gateway_uid, day, meter } = given;
  const { text, format } = useWords();
  if (day === null) {
    return (
      <Panel title={text("compliance.day")}>
        <PanelNote text={text("compliance.noDay")} />
      </Panel>
    );
  }
  return (
    <Panel title={format.day(day)}>
      <Day key={day} gateway_uid={gateway_uid} day={day} meter={meter} />
    </Panel>
  );
}

function Day({ gateway_uid, day, meter }: { gateway_uid: string; day: string; meter: string }) {
  const { text } = useWords();
  const serverText = useServerText();
  const query = useComplianceDay(gateway_uid, day);
  const { data } = query;
  if (data === undefined) {
    return query.isError ? (
      <LoadFailed hint={serverText(query.error.message)} retry={() => void query.refetch()} />
    ) : (
      <Skeleton width="100%" height={HEIGHT + 80} />
    );
  }
  return (
    <div className={styles.day}>
      {data.day === null ? (
        <p>{text("compliance.notJudgedYet")}</p>
      ) : (
        <Verdict day={data.day} details={data} />
      )}
      {data.curve.length === 0 ? (
        <PanelNote text={text("compliance.noReadings")} />
      ) : (
        <GridCurve details={data} meter={meter} />
      )}
      {data.day !== null && <Cost day={data.day} details={data} />}
      {data.day?.verdict === "not_kept" && <Mended details={data} />}
    </div>
  );
}

function Verdict({ day, details }: { day: NzeComplianceDay; details: NzeDayDetails }) {
  const words = useWords();
  const { text, format } = words;
  const Icon = VERDICT_ICONS[day.verdict];
  const clock = (at: string) => format.clock(Date.parse(at), details.timezone, true);
  return (
    <>
      <p className={styles.verdict} data-verdict={day.verdict}>
        <Icon size={15} aria-hidden />
        <b>{verdictText(day, words)}</b>
      </p>
      {day.verdict !== "off" && day.largest_export_at !== null && (
        <p>
          {text("compliance.largestAt", {
            kw: kwText(day.largest_export_w, words),
            time: clock(day.largest_export_at),
            limit: kwText(day.export_limit_w, words),
          })}
        </p>
      )}
    </>
  );
}

/** What went out, what was given up, and who measured it. */
function Cost({ day, details }: { day: NzeComplianceDay; details: NzeDayDetails }) {
  const words = useWords();
  const { text, format } = words;
  if (day.verdict === "off") return null;
  const kwh = (wh: number | null) => format.number(wh === null ? null : wh / 1000, 1);
  return (
    <div className={styles.cost}>
      {day.over_limit_wh !== null && day.over_limit_wh > 0 && (
        <p>
          {text("compliance.wentOut", {
            kwh: kwh(day.over_limit_wh),
            n: day.violations ?? details.violations.length,
          })}
        </p>
      )}
      {day.given_up_wh !== null && day.given_up_vnd !== null && (
        <p>
          {text("compliance.gaveUp", {
            kwh: kwh(day.given_up_wh),
            vnd: format.number(Number(day.given_up_vnd), 0),
          })}
        </p>
      )}
      {day.source !== null && (
        <p className={styles.fine}>{text(`compliance.source.${day.source}`, { s: day.resolution_s ?? 0 })}</p>
      )}
    </div>
  );
}

/** What is known of what came after a day that was not kept: rules that were set, and the longest violation since. */
function Mended({ details }: { details: NzeDayDetails }) {
  const words = useWords();
  const { text, format } = words;
  const { rules_since, days_since, longest_since_s, timezone } = details;
  if (rules_since.length === 0 && days_since === 0) return null;
  return (
    <div className={styles.mended}>
      <CircleCheck size={15} aria-hidden />
      <div>
        {rules_since.map((rule) => (
          <p key={rule.since}>
            {text("compliance.ruleSince", {
              time: format.dateTime(Date.parse(rule.since), timezone),
              limit: kwText(rule.export_limit_w, words),
              s: rule.back_within_s,
            })}
          </p>
        ))}
        {days_since > 0 && (
          <p>
            {text("compliance.since", {
              n: days_since,
              s: longest_since_s === null ? "–" : secondsText(longest_since_s, words),
            })}
          </p>
        )}
      </div>
    </div>
  );
}

/** Where along the axis a clock is written, so that none is cut off at its end. */
const TICKS = [0.08, 0.46, 0.86];

/** What the meter read, export above zero. */
function GridCurve({ details, meter }: { details: NzeDayDetails; meter: string }) {
  const words = useWords();
  const content = useMemo(() => curveContent(details, words, meter), [details, words, meter]);
  const rows = useMemo(() => curveRows(details, words), [details, words]);
  const left = useMemo(() => curveAxis(details), [details]);
  const marks = useMemo(() => curveMarks(details, words), [details, words]);
  return <SmallChart {...{ content, rows, left, marks }} height={HEIGHT} />;
}

const exportKw = ({ curve }: NzeDayDetails) => curve.map(({ grid_w }) => -grid_w / 1000);

function curveContent(details: NzeDayDetails, { text, format }: Words, meter: string): ChartContent {
  const title = text("compliance.curve", { meter });
  return {
    title,
    summary: title,
    rowTitle: text("nze.time"),
    rowNames: details.curve.map(({ to_ms }) => format.clock(to_ms, details.timezone, true)),
    series: [
      {
        key: "grid",
        name: text("compliance.gridPower"),
        unit: "kW",
        color: "--series-export",
        mark: "line",
        step: true,
        values: exportKw(details),
        digits: 1,
      },
    ],
  };
}

function curveRows({ curve, timezone }: NzeDayDetails, { format }: Words) {
  const places = curve.map(({ to_ms }) => to_ms);
  const min = Math.min(curve[0]?.from_ms ?? 0, places[0] ?? 0);
  const max = Math.max(min + 1, places.at(-1) ?? 0);
  const ticks = TICKS.map((share) => min + (max - min) * share);
  return { places, min, max, ticks, label: (place: number) => format.clock(place, timezone, true) };
}

function curveAxis(details: NzeDayDetails) {
  const { low, high } = extent([exportKw(details)]) ?? { low: 0, high: 1 };
  return { unit: "kW", axis: roundAxis(Math.min(0, low), Math.max(1, high), 3) };
}

/** Where the longest violation began and ended. */
function curveMarks({ violations }: NzeDayDetails, words: Words) {
  const [longest] = violations;
  if (longest === undefined) return [];
  const at = Date.parse(longest.at);
  return [
    { place: at, label: "" },
    { place: at + longest.s * 1000, label: `${secondsText(longest.s, words)} s` },
  ];
}
