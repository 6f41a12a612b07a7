import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { freshBrowser, renderAt, screenOf } from "../../../testing/test-kit.tsx";
import { cellsOf, type Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { ColumnsMenu } from "./ColumnsMenu.tsx";
import { FILE_ROWS, SaveListButton } from "./SaveListButton.tsx";
import { orderOf, sortIn, sortText } from "./sort-in.ts";
import { useTableLook } from "./use-table-look.ts";
import { WholeList } from "./WholeList.tsx";

freshBrowser();

interface Row {
  readonly number: string;
  readonly fuel: string;
}
const ROWS: readonly Row[] = [{ number: "IS-2026-000001", fuel: "Solar" }];
const COLUMNS: readonly Column<Row>[] = [
  { id: "number", label: "Application", value: ({ number }) => number },
  { id: "status", label: "Status", value: () => "Draft" },
  { id: "fuel", label: "Fuel", value: ({ fuel }) => fuel },
];
const HIDDEN = ["fuel"];

function List() {
  const look = useTableLook("test", HIDDEN);
  return (
    <>
      <ColumnsMenu look={look} columns={COLUMNS} />
      <DataTable
        label="Requests"
        columns={COLUMNS}
        rows={ROWS}
        idOf={({ number }) => number}
        empty={null}
        {...look.table}
      />
    </>
  );
}

const heads = () => screen.getAllByRole("columnheader").map((head) => head.textContent);

test("the menu of columns shows those that stand in others, hides what is not needed, and this browser remembers it", async () => {
  const user = userEvent.setup();
  await renderAt("/", { "/": <List /> });
  expect(heads()).toEqual(["Application", "Status"]);
  await user.click(screen.getByRole("button", { name: "Columns" }));
  const menu = await screen.findByRole("dialog");
  expect(within(menu).queryByRole("checkbox", { name: "Show as a table" })).toBeNull();
  await user.click(within(menu).getByRole("checkbox", { name: "Fuel" }));
  await user.click(within(menu).getByRole("checkbox", { name: "Status" }));
  expect(heads()).toEqual(["Application", "Fuel"]);
  expect(JSON.parse(localStorage.getItem("rec_table.test") ?? "")).toMatchObject({ hidden: ["status"] });
  await user.click(within(menu).getByRole("button", { name: "Default columns" }));
  expect(heads()).toEqual(["Application", "Status"]);
});

test("C79: on a phone the menu of columns offers the table in place of the cards", async () => {
  screenOf(390);
  const user = userEvent.setup();
  await renderAt("/", { "/": <List /> });
  expect(screen.queryByRole("table")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Columns" }));
  await user.click(await screen.findByRole("checkbox", { name: "Show as a table" }));
  expect(screen.getByRole("table", { name: "Requests" })).toBeTruthy();
  expect(screen.getByRole("region", { name: "Requests" })).toBeTruthy();
});

test.each(["no JSON", '{"order":1,"hidden":[2],"asTable":"yes"}', "null"])(
  "what a browser kept as %s is left aside",
  async (kept) => {
    localStorage.setItem("rec_table.test", kept);
    await renderAt("/", { "/": <List /> });
    expect(heads()).toEqual(["Application", "Status"]);
  },
);

test("the file of a list has the rows of all its pages", async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) saved.push(file);
    return "blob:it";
  });
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  const asked: number[] = [];
  const pageOf = (page: number) => {
    asked.push(page);
    const items = Array.from({ length: page === 1 ? FILE_ROWS : 1 }, (_, nth) => ({
      number: `IS-${page}-${nth}`,
      fuel: "Solar",
    }));
    return Promise.resolve({ items, total: FILE_ROWS + 1 });
  };
  await renderAt("/", {
    "/": <SaveListButton<Row> title="Requests" pageOf={pageOf} tableOf={(rows) => cellsOf(COLUMNS, rows)} />,
  });
  await userEvent.click(screen.getByRole("button", { name: "Save the list as a file" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const lines = ((await saved[0]?.text()) ?? "").trim().split("\r\n");
  expect(asked).toEqual([1, 2]);
  expect(lines).toHaveLength(FILE_ROWS + 2);
  expect(lines[0]).toContain("Application,Status,Fuel");
  expect(lines.at(-1)).toBe("IS-2-0,Draft,Solar");
});

test("an address names the order of a list, and what it names wrongly is left out", () => {
  const orders = ["number", "amount"] as const;
  const named = (sort: string) => sortIn(new URLSearchParams({ sort }), orders);
  expect(named("-amount")).toEqual({ by: "amount", down: true });
  expect(named("number")).toEqual({ by: "number", down: false });
  expect(named("price")).toBeNull();
  expect(sortIn(new URLSearchParams(), orders)).toBeNull();
  expect([sortText({ by: "amount", down: true }), sortText(null)]).toEqual(["-amount", undefined]);
  expect([orderOf(named("-amount")), orderOf(null)]).toEqual([
    { order_by: "amount", order_type: "desc" },
    {},
  ]);
});

const MANY: readonly Row[] = Array.from({ length: 25 }, (_, nth) => ({
  number: `R-${String(nth).padStart(2, "0")}`,
  fuel: nth === 7 ? "Thủy điện" : "Solar",
}));

const numbers = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent.slice(0, 4));

test("a list that came whole is searched whatever the case and accents, put in order, paged and saved as a file of what was found", async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) saved.push(file);
    return "blob:it";
  });
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  const user = userEvent.setup();
  await renderAt("/", {
    "/": (
      <WholeList
        name="whole"
        label="Recipients"
        columns={COLUMNS}
        rows={MANY}
        idOf={({ number }) => number}
        none="None yet"
      />
    ),
  });
  expect(numbers()).toHaveLength(20);
  await user.click(screen.getByRole("button", { name: "Next page" }));
  expect(numbers()).toEqual(["R-20", "R-21", "R-22", "R-23", "R-24"]);
  await user.click(within(screen.getByRole("columnheader", { name: "Fuel" })).getByRole("button"));
  await user.click(within(screen.getByRole("columnheader", { name: "Fuel" })).getByRole("button"));
  expect(numbers()[0]).toBe("R-07");
  await user.type(screen.getByRole("searchbox", { name: "Search in Recipients" }), "THUY dien");
  expect(numbers()).toEqual(["R-07"]);
  await user.click(screen.getByRole("button", { name: "Save the list as a file" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const lines = ((await saved[0]?.text()) ?? "").trim().split("\r\n");
  expect(lines.slice(1)).toEqual(["R-07,Draft,Thủy điện"]);
  await user.clear(screen.getByRole("searchbox"));
  await user.type(screen.getByRole("searchbox"), "wind");
  expect(screen.getByText("Nothing fits the search.")).toBeTruthy();
});

test("a column without a head holds controls, and is no part of a file", () => {
  const controls: Column<Row> = { id: "act", label: "Actions", hideLabel: true, value: () => null };
  expect(cellsOf([...COLUMNS, controls], ROWS).head).toEqual(["Application", "Status", "Fuel"]);
});
