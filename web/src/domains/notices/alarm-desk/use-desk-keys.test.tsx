import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useDeskKeys } from "./use-desk-keys.ts";

afterEach(cleanup);

/** A page that listens for the keys of the desk and records what they do; one field and one button of it have keys of their own. */
function Page({ done }: { done: string[] }) {
  useDeskKeys({
    move: (by) => done.push(`move ${by}`),
    open: () => done.push("open"),
    take: () => done.push("take"),
    assign: () => done.push("assign"),
    snooze: () => done.push("snooze"),
    resolve: () => done.push("resolve"),
    select: () => done.push("select"),
    find: () => done.push("find"),
  });
  return (
    <>
      <input aria-label="Words" />
      <button type="button">Press</button>
      <div role="dialog">
        <p>In a window</p>
      </div>
    </>
  );
}

test("every key that the foot of the desk names does what it says there", () => {
  const done: string[] = [];
  render(<Page done={done} />);
  for (const key of ["j", "k", "Enter", "t", "a", "s", "r", "x", "/", "T"]) {
    fireEvent.keyDown(document.body, { key });
  }
  expect(done).toEqual([
    "move 1",
    "move -1",
    "open",
    "take",
    "assign",
    "snooze",
    "resolve",
    "select",
    "find",
    "take",
  ]);
});

test("a key belongs to the field or window that has the focus, Enter to what can be pressed, and one with Ctrl to the browser", () => {
  const done: string[] = [];
  render(<Page done={done} />);
  fireEvent.keyDown(screen.getByRole("textbox", { name: "Words" }), { key: "r" });
  fireEvent.keyDown(screen.getByText("In a window"), { key: "r" });
  fireEvent.keyDown(screen.getByRole("button", { name: "Press" }), { key: "Enter" });
  fireEvent.keyDown(document.body, { key: "r", ctrlKey: true });
  expect(done).toEqual([]);
  fireEvent.keyDown(screen.getByRole("button", { name: "Press" }), { key: "r" });
  expect(done).toEqual(["resolve"]);
});
