import {
  STATISTICS_BINS,
  type StatisticsBin,
} from "@heliograph/contract/monitoring/statistics/statistics-range";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { freshBrowser, renderAt } from "../../../testing/test-kit.tsx";
import { StatisticsRange } from "./StatisticsRange.tsx";
import type { BinRange } from "./statistics-view.ts";

freshBrowser();

const NOON = { today: "2026-02-04", minutes: 12 * 60 };

/** The controls over a range at noon of 4 February; what they ask for is collected. */
async function open(range: Partial<BinRange<StatisticsBin>> = {}) {
  const asked: BinRange<StatisticsBin>[] = [];
  const shown = { from_date: "2026-02-04", to_date: "2026-02-04", bin: "15_minutes", ...range } as const;
  const controls = (
    <StatisticsRange
      loading={false}
      range={shown}
      bins={STATISTICS_BINS}
      now={NOON}
      onRange={(next) => void asked.push(next)}
    />
  );
  await renderAt("/", { "/": controls });
  return asked;
}

async function type(label: string, text: string) {
  const user = userEvent.setup();
  const field = screen.getByLabelText(label);
  await user.click(field);
  await user.clear(field);
  await user.type(field, `${text}{Tab}`);
}

const apply = () => screen.getByRole<HTMLButtonElement>("button", { name: "Apply" });

test("a From later than now says 'Start time must be < current time', and Apply does nothing", async () => {
  const asked = await open();
  await type("Clock time – From", "13:00");
  expect((await screen.findByRole("alert")).textContent).toBe("Start time must be < current time");
  expect(apply().disabled).toBe(true);
  fireEvent.submit(apply());
  await judged("Clock time – From");
  expect(asked).toEqual([]);
});

/** Waits until the form was judged: the first field that is wrong has the focus then. */
const judged = (label: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));

test("a To later than now says 'End time must be < current time', and Apply does nothing", async () => {
  const asked = await open();
  await type("Clock time – To", "13:00");
  expect((await screen.findByRole("alert")).textContent).toBe("End time must be < current time");
  fireEvent.submit(apply());
  await judged("Clock time – To");
  expect(asked).toEqual([]);
});

test("Cancel brings back the range, and what was wrong with the other is no longer said", async () => {
  const asked = await open();
  await type("Clock time – From", "13:00");
  await screen.findByRole("alert");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>("Clock time – From").value).toBe("");
  expect([apply().disabled, screen.queryByRole("button", { name: "Cancel" })]).toEqual([true, null]);
  expect(asked).toEqual([]);
});

test("Apply has nothing to do while nothing has changed, or where it was changed back", async () => {
  await open({ from_time: "08:00" });
  expect(apply().disabled).toBe(true);
  await type("Clock time – From", "09:00");
  await waitFor(() => expect(apply().disabled).toBe(false));
  await type("Clock time – From", "08:00");
  await waitFor(() => expect(apply().disabled).toBe(true));
});

test("times that are over are asked for by Apply", async () => {
  const asked = await open();
  await type("Clock time – From", "08:00");
  await type("Clock time – To", "11:00");
  fireEvent.click(apply());
  await waitFor(() =>
    expect(asked).toEqual([
      {
        from_date: "2026-02-04",
        to_date: "2026-02-04",
        from_time: "08:00",
        to_time: "11:00",
        bin: "15_minutes",
      },
    ]),
  );
});

/** Whether the calendar of the end has the day to choose. */
async function offers(label: string, day: string): Promise<boolean> {
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: `Open the calendar: ${label}` }));
  const cell = await waitFor(() => {
    const found = document.querySelector<HTMLButtonElement>(`[data-day="${day}"] button`);
    expect(found).not.toBeNull();
    return found;
  });
  const can = cell?.disabled === false;
  await user.keyboard("{Escape}");
  return can;
}

test("by quarter hours today can be picked, and no day after it", async () => {
  await open();
  expect(await offers("To", "2026-02-04")).toBe(true);
  expect(await offers("To", "2026-02-05")).toBe(false);
});

test("by days today cannot be picked", async () => {
  await open({ from_date: "2026-02-01", to_date: "2026-02-03", bin: "1_days" });
  expect(await offers("To", "2026-02-03")).toBe(true);
  expect(await offers("To", "2026-02-04")).toBe(false);
});
