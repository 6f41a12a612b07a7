import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { HeatStrip } from "./HeatStrip.tsx";
import { placeAfter, type HeatRow } from "./heat-strip.ts";

afterEach(cleanup);

const columns = ["1", "2", "3"].map((id) => ({ id, head: id }));
const rows: HeatRow[] = ["A", "B"].map((id) => ({
  id,
  name: id,
  end: "99%",
  cells: columns.map((column, at) => ({
    shares: id === "B" && at === 0 ? null : [0.5, 0, 0.5, 0, 0],
    text: `${id}${column.id}`,
  })),
}));

function open() {
  const opened: string[] = [];
  render(
    <HeatStrip
      label="Days"
      rowTitle="Device"
      endTitle="received"
      columns={columns}
      rows={rows}
      isChosen={(row, column) => row.id === "A" && column === 1}
      onOpen={(row, column) => void opened.push(`${row.id}${column + 1}`)}
    />,
  );
  const grid = screen.getByRole("grid", { name: "Days" });
  const cell = (name: string) => within(grid).getByRole("gridcell", { name });
  return { opened, grid, cell };
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const focused = () => document.activeElement?.getAttribute("aria-label");

test("the strip is one stop for the Tab key, arrows move within it, and Enter opens what has the focus", () => {
  const { opened, grid, cell } = open();
  expect(grid.querySelectorAll("[tabindex='0']")).toHaveLength(1);
  cell("A3").focus();
  press("ArrowLeft");
  expect(focused()).toBe("A2");
  press("ArrowDown");
  press("ArrowDown");
  expect(focused()).toBe("B2");
  expect(grid.querySelectorAll("[tabindex='0']")).toHaveLength(1);
  press("Enter");
  press("Home");
  // Nothing was due there: there is nothing to open.
  press("Enter");
  expect(opened).toEqual(["B2"]);
});

test("a press opens a cell, the chosen one says so, and each is read by its words", () => {
  const { opened, cell } = open();
  fireEvent.click(cell("B3"));
  expect(opened).toEqual(["B3"]);
  expect(cell("A2").getAttribute("aria-selected")).toBe("true");
  expect(cell("A1").getAttribute("aria-selected")).toBe("false");
});

test("keys stay within the strip, and keys that are none of its own are left alone", () => {
  const size = { rows: 2, columns: 3 };
  expect(placeAfter("ArrowUp", { row: 0, column: 1 }, size)).toEqual({ row: 0, column: 1 });
  expect(placeAfter("ArrowRight", { row: 0, column: 2 }, size)).toEqual({ row: 0, column: 2 });
  expect(placeAfter("End", { row: 1, column: 0 }, size)).toEqual({ row: 1, column: 2 });
  expect(placeAfter("PageDown", { row: 0, column: 1 }, size)).toEqual({ row: 1, column: 1 });
  expect(placeAfter("Tab", { row: 0, column: 0 }, size)).toBeNull();
});
