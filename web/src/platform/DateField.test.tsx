import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { freshBrowser, renderAt } from "../testing/test-kit.tsx";
import { DateField } from "./DateField.tsx";

freshBrowser();

/** A field of 4 February in which no later day can be chosen; what is chosen is collected. */
async function open() {
  const chosen: string[] = [];
  const field = (
    <DateField
      day="2026-02-04"
      label="Day"
      disabled={false}
      isOff={(day) => day > "2026-02-04"}
      onDay={(day) => void chosen.push(day)}
      withIcon
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

test("the arrow key opens the calendar", async () => {
  const { chosen, input } = await open();
  input.focus();
  await userEvent.keyboard("{ArrowDown}");
  await waitFor(() => expect(document.querySelector('td[title="2026-02-03"]')).not.toBeNull());
  expect(chosen).toEqual([]);
});
