import type { DeskAlarm } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import { useMemo } from "react";
import { SmallChart } from "../../../platform/charts/SmallChart.tsx";
import { kilo } from "../../../platform/format.ts";
import { useWords, type Words } from "../../../platform/words.ts";
import { extent, roundAxis } from "../../../ui/charts/axis-rules.ts";
import type { ChartContent } from "../../../ui/charts/chart-content.ts";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { chartAt } from "./alarm-chart.ts";
import { useCourse } from "./desk-queries.ts";
import { titleOf } from "./desk-words.ts";
import styles from "./AlarmDesk.module.css";

const HEIGHT = 200;
const HOUR = 3_600_000;

type Course = NonNullable<ReturnType<typeof useCourse>["data"]>;

/** What the alarm's devices gave and should have given around it, with the way to the chart at that moment. */
export function AlarmCourse({ alarm }: { alarm: DeskAlarm }) {
  const words = useWords();
  const { text, format } = words;
  const course = useCourse(alarm);
  const { data } = course;
  const by = data?.expected_by ?? null;
  const shown = useMemo(
    () => (data === undefined ? null : chartOf(data, alarm, words)),
    [data, alarm, words],
  );
  const from = data?.from;
  const start = useMemo(() => {
    const place = Date.parse(alarm.started_at);
    // Of a long alarm the chart shows the newest part: what lies before it has no place on it.
    const isShown = from !== undefined && place >= Date.parse(from);
    return isShown ? [{ place, label: format.clock(place, alarm.project.timezone) }] : [];
  }, [alarm, format, from]);
  return (
    <section className={styles.course} aria-label={text("desk.chart")}>
      {course.isError && data === undefined && (
        <PanelNote
          text={text("Data is not available")}
          retry={{ label: text("Try again"), run: () => void course.refetch() }}
        />
      )}
      {course.isPending && <Skeleton width="100%" height={HEIGHT} />}
      {shown !== null && <SmallChart {...shown} marks={start} height={HEIGHT} />}
      <p className={styles.courseFoot}>
        <span>{by === null ? "" : text(`desk.expected.${by}`)}</span>
        <LinkButton to={chartAt(alarm)} look="plain">
          {text("desk.chart")}
        </LinkButton>
      </p>
    </section>
  );
}

function chartOf({ quarters, from, to, timezone }: Course, alarm: DeskAlarm, words: Words) {
  const { text, format } = words;
  const title = text("desk.course", { name: titleOf(alarm, words) });
  const own = quarters.map(({ own_w }) => kilo(own_w));
  const expected = quarters.map(({ expected_w }) => kilo(expected_w));
  const content: ChartContent = {
    title,
    summary: title,
    rowTitle: text("desk.since"),
    rowNames: quarters.map(({ at }) => format.dateTime(Date.parse(at), timezone)),
    series: [
      {
        key: "own",
        name: text("desk.own"),
        unit: "kW",
        color: "--series-pv",
        mark: "area",
        values: own,
        digits: 1,
      },
      {
        key: "expected",
        name: text("desk.expected"),
        unit: "kW",
        color: "--text-secondary",
        mark: "line",
        dash: "dashed",
        values: expected,
        digits: 1,
      },
    ],
  };
  const [min, max] = [Date.parse(from), Date.parse(to)];
  const every = HOUR * Math.max(1, Math.ceil((max - min) / HOUR / 5));
  const first = Math.ceil(min / every) * every;
  const ticks = Array.from(
    { length: Math.max(0, Math.ceil((max - first) / every)) },
    (_, n) => first + n * every,
  );
  const { high } = extent([own, expected]) ?? { high: 1 };
  return {
    content,
    rows: {
      places: quarters.map(({ at }) => Date.parse(at)),
      min,
      max,
      ticks,
      label: (place: number) => format.clock(place, timezone),
    },
    left: { unit: "kW", axis: roundAxis(0, Math.max(1, high), 3) },
  };
}
