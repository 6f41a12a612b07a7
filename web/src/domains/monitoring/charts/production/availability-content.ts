// What the availability chart shows: a bar a day from 0 to 100 % (M55), and what was found of silent quarter hours.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { projectAvailability } from "@heliograph/contract/monitoring/charts/availability";
import type { Axis } from "../../../../ui/charts/axis-rules.ts";
import { type ChartContent, isBlank } from "../../../../ui/charts/chart-content.ts";
import { axisNames } from "./production-chart.ts";
import type { Words } from "../../words.ts";

export type Availability = Answer<typeof projectAvailability>;
export type AvailabilityDay = Availability["data"][number];

/** Per cent (M55). */
export const AVAILABILITY_AXIS: Axis = { min: 0, max: 100, step: 25 };

interface AvailabilityContent {
  readonly content: ChartContent;
  readonly labels: readonly string[];
  readonly blank: boolean;
}

/** What the counters said of quarter hours without data; empty where there were none. */
export function silenceWords(silence: AvailabilityDay["silence"], { text, format }: Words): string[] {
  return (["outage", "partial", "pending", "communication"] as const).flatMap((verdict) =>
    silence[verdict] === 0 ? [] : [text(`availability.${verdict}`, { n: format.number(silence[verdict]) })],
  );
}

/** Everything the availability chart shows. `project` is the name that files carry. */
export function availabilityContent(
  availability: Pick<Availability, "data" | "total">,
  project: string,
  words: Words,
): AvailabilityContent {
  const { text, format } = words;
  const dates = availability.data.map((day) => day.date);
  const title = text("availability.title");
  const [from, to] = [format.day(dates[0]), format.day(dates.at(-1))];
  const series = [
    {
      key: "availability",
      name: title,
      unit: "%",
      digits: 2,
      color: "--series-availability",
      mark: "bar",
      values: availability.data.map((day) => day.project_availability),
    },
  ] as const;
  return {
    content: {
      title: `${project} · ${title} · ${from} – ${to}`,
      summary: text("availability.summary", {
        title,
        from,
        to,
        n: format.percent(availability.total.project_availability, 2),
      }),
      rowTitle: text("Day"),
      rowNames: dates.map((date) => format.day(date)),
      notes: availability.data.map((day) => {
        const said = silenceWords(day.silence, words);
        return said.length === 0 ? null : said.join(", ");
      }),
      series,
    },
    labels: axisNames(dates, "day", format.day),
    blank: isBlank(series),
  };
}
