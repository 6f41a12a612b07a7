import fc from "fast-check";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { freshBrowser, renderAt } from "../../testing/test-kit.tsx";
import { timeLeft, useDue, weekdaysBetween } from "./due.ts";
import { Serials, SerialsList } from "./Serials.tsx";
import { useRecordWords } from "./words.ts";
import { StateTag } from "./StateTag.tsx";

freshBrowser();

const CODE = "IREC-VN-D000123-202510-0001";
const at = (text: string) => Date.parse(text);

test("serial numbers are shown with both ends, and ranges with their sum written out", async () => {
  await renderAt("/", {
    "/": (
      <SerialsList
        label="Ranges"
        ranges={[
          { code: CODE, first: 1, until: 92 },
          { code: CODE, first: 92, until: 101 },
        ]}
      />
    ),
  });
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    `${CODE} : 1–91`,
    `${CODE} : 92–100`,
  ]);
  expect(screen.getByText("91 + 9 = 100 MWh")).toBeTruthy();
});

test("one range needs no sum", async () => {
  await renderAt("/", {
    "/": (
      <>
        <Serials code={CODE} first={5} until={6} />
        <SerialsList label="Ranges" ranges={[{ code: CODE, first: 1, until: 3 }]} />
      </>
    ),
  });
  expect(screen.getByText(`${CODE} : 5–5`)).toBeTruthy();
  expect(screen.queryByText(/MWh/)).toBeNull();
});

test.each([
  ["draft", "not_configured"],
  ["to_resubmit", "warning"],
  ["approved", "normal"],
  ["rejected", "offline"],
  ["in_progress", "info"],
  ["retired", "done"],
  ["a state of a later release", "not_configured"],
])("the state %s is said in words and in the tone %s", async (state, tone) => {
  await renderAt("/", { "/": <StateTag state={state} label="Word" /> });
  expect(screen.getByText("Word").className).toContain(tone);
});

test("weekdays between two instants are those of GMT+8 that begin between them", () => {
  // Friday evening in GMT+8 to Monday noon, and from there to Wednesday.
  expect(weekdaysBetween(at("2026-11-06T12:00:00Z"), at("2026-11-09T04:00:00Z"))).toBe(1);
  expect(weekdaysBetween(at("2026-11-09T04:00:00Z"), at("2026-11-11T15:59:59Z"))).toBe(2);
  expect(weekdaysBetween(at("2026-11-09T04:00:00Z"), at("2026-11-09T04:00:00Z"))).toBe(0);
});

test("a span of whole weeks has five weekdays a week, from whatever instant it begins", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2e12 }), fc.integer({ min: 0, max: 60 }), (start, weeks) => {
      expect(weekdaysBetween(start, start + weeks * 7 * 86_400_000)).toBe(weeks * 5);
    }),
  );
});

test("time left is whole days, below a day whole hours, and over once it has passed", () => {
  const now = at("2026-11-03T02:24:36Z");
  expect(timeLeft(now, at("2026-11-13T15:59:59Z"))).toEqual({ unit: "day", n: 10 });
  expect(timeLeft(now, at("2026-11-03T08:24:00Z"))).toEqual({ unit: "hour", n: 5 });
  expect(timeLeft(now, at("2026-11-03T02:00:00Z")).n).toBeLessThan(0);
});

function Until({ until, now }: { until: string; now: string }) {
  const { date, left, urgent } = useDue()(until, at(now));
  const { guards, happenings } = useRecordWords();
  return <p>{[date, left, urgent, guards.failed, happenings.next].join(" | ")}</p>;
}

test.each([
  ["2026-11-13T15:59:59.999Z", "2026-11-13 23:59 (GMT+8) | 10 days left | false"],
  ["2026-11-05T15:59:59.999Z", "2026-11-05 23:59 (GMT+8) | 2 days left | true"],
  ["2026-11-03T03:30:00Z", "2026-11-03 11:30 (GMT+8) | 1 hour left | true"],
  ["2026-11-02T15:59:59.999Z", "2026-11-02 23:59 (GMT+8) | overdue | true"],
])(
  "a deadline of %s is written in GMT+8 with the time left, urgent below three weekdays",
  async (until, text) => {
    await renderAt("/", { "/": <Until until={until} now="2026-11-03T02:24:36Z" /> });
    expect(screen.getByText(`${text} | Blocks | expected next`)).toBeTruthy();
  },
);
