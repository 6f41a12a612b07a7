import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { freshBrowser, renderAt } from "../../../testing/test-kit.tsx";
import { DateField } from "./DateField.tsx";
import { DateRangeField, type DayRange } from "./DateRangeField.tsx";
import { TimeField } from "./TimeField.tsx";

freshBrowser();

/** A field of 4 February in which no later day can be chosen; what is chosen is collected. */
async function open() {
  const chosen: string[] = [];
  const field = (
    <DateField
      value="2026-02-04"
      label="Day"
      today="2026-02-04"
      isOff={(day) => day > "2026-02-04"}
      onChange={(day) => void chosen.push(day)}
    />
  );
  await renderAt("/", { "/": field });
  return { chosen, input: screen.getByLabelText<HTMLInputElement>("Day") };
}

test("what is typed is taken by Enter, and when the field is left", async () => {
  const { chosen, input } = await open();
  await userEvent.clear(input);
  await userEvent.type(input, "2026-02-03{Enter}", { skipClick: true });
  await userEvent.clear(input);
  await userEvent.type(input, "2026-01-31", { skipClick: true });
  await userEvent.tab();
  expect(chosen).toEqual(["2026-02-03", "2026-01-31"]);
});

test("what is no day, or may not be chosen, is not taken, and Escape gives it up", async () => {
  const { chosen, input } = await open();
  for (const text of ["2026-02-05{Enter}", "soon{Enter}", "2026-02-01{Escape}"]) {
    await userEvent.clear(input);
    await userEvent.type(input, text, { skipClick: true });
    expect(input.value).toBe("2026-02-04");
  }
  await userEvent.tab();
  expect(chosen).toEqual([]);
});

test("what is not taken is said to be wrong until something else is typed", async () => {
  const { input } = await open();
  await userEvent.clear(input);
  await userEvent.type(input, "soon{Enter}", { skipClick: true });
  expect(screen.getByRole("alert").textContent).toContain("YYYY-MM-DD");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  await userEvent.type(input, "1", { skipClick: true });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the arrow key opens the calendar, in which a day is chosen and days that are off cannot be", async () => {
  const { chosen, input } = await open();
  input.focus();
  await userEvent.keyboard("{ArrowDown}");
  const day = await screen.findByRole("button", { name: /February 3rd, 2026/ });
  const off = screen.getByRole<HTMLButtonElement>("button", { name: /February 5th, 2026/ });
  expect(off.disabled).toBe(true);
  expect(chosen).toEqual([]);
  fireEvent.click(day);
  expect(chosen).toEqual(["2026-02-03"]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the week begins as the language has it", async () => {
  const { input } = await open();
  input.focus();
  await userEvent.keyboard("{ArrowDown}");
  const heads = await screen.findAllByRole("columnheader", { hidden: true });
  expect(heads[0]?.getAttribute("aria-label")).toBe("Sunday");
});

test("a month is chosen among twelve, and those out of bounds cannot be", async () => {
  const chosen: string[] = [];
  await renderAt("/", {
    "/": (
      <DateField
        part="month"
        value="2026-02-01"
        label="Month"
        today="2026-03-04"
        max="2026-03-04"
        onChange={(day) => void chosen.push(day)}
      />
    ),
  });
  await userEvent.click(screen.getByRole("button", { name: "Open the calendar: Month" }));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Apr" }).disabled).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Mar" }));
  expect(chosen).toEqual(["2026-03-01"]);
});

test("a range is chosen by two presses, and stays what it was until the second", async () => {
  const chosen: DayRange[] = [];
  await renderAt("/", {
    "/": (
      <DateRangeField
        label="Range"
        value={{ from: "2026-02-01", to: "2026-02-04" }}
        today="2026-02-20"
        onChange={(range) => void chosen.push(range)}
      />
    ),
  });
  await userEvent.click(screen.getByRole("button", { name: "Open the calendar: Range" }));
  fireEvent.click(await screen.findByRole("button", { name: /February 10th, 2026/ }));
  expect(chosen).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: /February 12th, 2026/ }));
  expect(chosen).toEqual([{ from: "2026-02-10", to: "2026-02-12" }]);
});

function Clock() {
  const [time, setTime] = useState<string | null>("09:00");
  return <TimeField label="Time" value={time} onChange={setTime} />;
}

test("a time is taken however it is typed, and arrows step it", async () => {
  await renderAt("/", { "/": <Clock /> });
  const input = screen.getByLabelText<HTMLInputElement>("Time");
  await userEvent.clear(input);
  await userEvent.type(input, "1745{Enter}", { skipClick: true });
  expect(input.value).toBe("17:45");
  await userEvent.keyboard("{ArrowUp}");
  expect(input.value).toBe("18:00");
  await userEvent.clear(input);
  await userEvent.type(input, "25:00{Enter}", { skipClick: true });
  expect(input.value).toBe("18:00");
  expect(screen.getByRole("alert").textContent).toContain("23:59");
});
