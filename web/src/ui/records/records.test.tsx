import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { freshBrowser } from "../../testing/test-kit.tsx";
import { focusFirstFailed, GuardList } from "./GuardList.tsx";
import { NextLine } from "./NextLine.tsx";
import { PlaceBar, SplitBar } from "./SplitBar.tsx";
import { Timeline } from "./Timeline.tsx";

freshBrowser();

const WORDS = { failed: "Blocks", warning: "Needs a look", passed: "Passed", waiting: "Not known yet" };

test("a record says who must act next, until when, and what follows if nothing happens", () => {
  render(
    <NextLine
      whose="you"
      what="You pay the fee of USD 40.00"
      otherwise="Else it is cancelled."
      due={{ date: "2026-11-13 23:59 (GMT+8)", left: "10 days left", urgent: false }}
    />,
  );
  const line = document.querySelector("[data-next-line]");
  expect(line?.getAttribute("data-whose")).toBe("you");
  expect(line?.textContent).toBe(
    "You pay the fee of USD 40.00Else it is cancelled.2026-11-13 23:59 (GMT+8)10 days left",
  );
});

test("checks are all shown at once, those that block first, each with its code, its message and its ways out", () => {
  render(
    <GuardList
      label="Checks"
      words={WORDS}
      guards={[
        { code: "ISS-001", state: "passed", message: "The device is approved." },
        { code: "ISS-004", state: "warning", message: "Late." },
        {
          code: "ISS-008",
          state: "failed",
          message: "1 day has no meter data.",
          ways: <button type="button">Upload</button>,
        },
      ]}
    />,
  );
  const items = within(screen.getByRole("list", { name: "Checks" })).getAllByRole("listitem");
  expect(items.map((item) => item.textContent)).toEqual([
    "Blocks: ISS-008 1 day has no meter data.Upload",
    "Needs a look: ISS-004 Late.",
    "Passed: ISS-001 The device is approved.",
  ]);
  expect(focusFirstFailed(document)).toBe(true);
  expect(document.activeElement).toBe(items[0]);
});

test("where no check blocks the focus stays where it is", () => {
  render(
    <GuardList label="Checks" words={WORDS} guards={[{ code: "A-1", state: "passed", message: "Good." }]} />,
  );
  expect(focusFirstFailed(document)).toBe(false);
});

test("a timeline tells what happened in order, and marks what is waited for", () => {
  render(
    <Timeline
      label="Life"
      words={{ done: "happened", failed: "stopped here", next: "expected next" }}
      happenings={[
        { key: "1", state: "done", title: "Minted", meta: "2026-04-03 · #33410", detail: "By the issuer" },
        { key: "2", state: "next", title: "Redeemed" },
      ]}
    />,
  );
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.textContent).toBe("Minted, happened2026-04-03 · #33410By the issuer");
  expect(first?.getAttribute("aria-current")).toBeNull();
  expect(second?.getAttribute("aria-current")).toBe("step");
});

test("a bar of parts is as wide as its parts are large, and says them in words; parts of nothing are left out", () => {
  render(
    <SplitBar
      label="Held"
      parts={[
        { key: "a", label: "Available", amount: 30, figure: "30", paint: "place-available" },
        { key: "s", label: "On sale", amount: 0, figure: "0", paint: "place-on-sale" },
        { key: "r", label: "Reserved", amount: 10, figure: "10", paint: "place-reserved" },
      ]}
    />,
  );
  const bar = screen.getByRole("img", { name: "Held: Available 30, Reserved 10" });
  expect([...bar.children].map((part) => (part as HTMLElement).style.flexGrow)).toEqual(["30", "10"]);
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Available 30",
    "Reserved 10",
  ]);
});

test.each([
  [1, 61, 100, ["60", "40"]],
  [61, 101, 100, ["60", "40"]],
  [10, 93, 100, ["9", "83", "8"]],
  [1, 101, 100, ["100"]],
])("a range from %i to before %i of %i stands where it lies in its batch", (first, until, of, parts) => {
  render(<PlaceBar label="In the batch" first={first} until={until} of={of} paint="place-available" />);
  const bar = screen.getByRole("img", { name: "In the batch" });
  expect([...bar.children].map((part) => (part as HTMLElement).style.flexGrow)).toEqual(parts);
});
