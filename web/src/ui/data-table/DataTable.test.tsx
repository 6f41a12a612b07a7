import { fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { freshBrowser, renderAt, screenOf } from "../../testing/test-kit.tsx";
import { ColumnChooser } from "./ColumnChooser.tsx";
import type { Column, ColumnLayout, Sort } from "./columns.ts";
import { DataTable } from "./DataTable.tsx";
import type { DataTableProps } from "./table-props.ts";

freshBrowser();

interface Plant {
  readonly id: string;
  readonly name: string;
  readonly power: number | null;
}
const PLANTS: readonly Plant[] = [
  { id: "1", name: "Huế", power: 5 },
  { id: "2", name: "Đà Nẵng", power: null },
  { id: "3", name: "Bến Tre", power: 40 },
];
const COLUMNS: readonly Column<Plant>[] = [
  { id: "name", label: "Plant", value: ({ name }) => name, sortable: true },
  { id: "power", label: "Power", unit: "kW", numeric: true, value: ({ power }) => power, sortable: true },
  { id: "place", label: "Place", value: ({ id }) => `place ${id}` },
];

const table = (more: Partial<DataTableProps<Plant>> = {}) => (
  <DataTable
    label="Plants"
    columns={COLUMNS}
    rows={PLANTS}
    idOf={({ id }) => id}
    nameOf={({ name }) => name}
    empty={<p>No plants</p>}
    {...more}
  />
);
const show = (more?: Partial<DataTableProps<Plant>>) => renderAt("/", { "/": table(more) });
const names = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.querySelector("td:not(:has(input))")?.textContent);

test("a head sorts the rows here: texts as the language has them, numbers from the greatest, what is missing last", async () => {
  await show();
  expect(names()).toEqual(["Huế", "Đà Nẵng", "Bến Tre"]);
  const byName = screen.getByRole("button", { name: "Plant" });
  expect(screen.getByRole("columnheader", { name: "Plant" }).ariaSort).toBe("none");
  expect(screen.getByRole("columnheader", { name: "Place" }).ariaSort).toBeNull();
  fireEvent.click(byName);
  expect(names()).toEqual(["Bến Tre", "Đà Nẵng", "Huế"]);
  expect(screen.getByRole("columnheader", { name: "Plant" }).ariaSort).toBe("ascending");
  fireEvent.click(byName);
  expect(names()).toEqual(["Huế", "Đà Nẵng", "Bến Tre"]);
  fireEvent.click(screen.getByRole("button", { name: "Power kW" }));
  expect(names()).toEqual(["Bến Tre", "Huế", "Đà Nẵng"]);
  fireEvent.click(screen.getByRole("button", { name: "Power kW" }));
  expect(names()).toEqual(["Huế", "Bến Tre", "Đà Nẵng"]);
  expect(screen.queryByRole("button", { name: "Place" })).toBeNull();
});

test("an order that the server gives is asked for and not made here", async () => {
  const asked: Sort[] = [];
  await show({ sort: { by: "name", down: false }, onSort: (sort) => void asked.push(sort) });
  expect(names()).toEqual(["Huế", "Đà Nẵng", "Bến Tre"]);
  fireEvent.click(screen.getByRole("button", { name: "Plant" }));
  fireEvent.click(screen.getByRole("button", { name: "Power kW" }));
  expect(asked).toEqual([
    { by: "name", down: true },
    { by: "power", down: true },
  ]);
});

test("↑ and ↓ lead from the control of a row to that of the next, and rows that wait for whoever looks are marked", async () => {
  const columns = COLUMNS.map((column) =>
    column.id === "name" ? { ...column, cell: ({ name }: Plant) => <a href="#a">{name}</a> } : column,
  );
  await show({ columns, waits: ({ id }) => id === "2" });
  const [first, second, third] = screen.getAllByRole("link");
  first?.focus();
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(second);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(document.activeElement).toBe(third);
  await userEvent.keyboard("{ArrowUp}");
  expect(document.activeElement).toBe(second);
  expect(screen.getAllByRole("row").map((row) => "waits" in row.dataset)).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

const PAGE_TEXTS = { pages: "Pages", previous: "Previous", next: "Next" };

test("a column can be the heading of its rows, which the table names and describes", async () => {
  const columns = COLUMNS.map((column) => ({ ...column, rowHead: column.id === "name" }));
  await show({ columns, summary: "Three plants by the sea" });
  expect(screen.getAllByRole("rowheader").map((head) => head.textContent)).toEqual([
    "Huế",
    "Đà Nẵng",
    "Bến Tre",
  ]);
  expect(screen.getAllByRole("rowheader").map((head) => head.getAttribute("scope"))).toEqual(
    PLANTS.map(() => "row"),
  );
  expect(screen.getByRole("table", { name: "Plants" }).querySelector("caption")?.textContent).toBe(
    "Three plants by the sea",
  );
});

test("when rows become fewer than the page that is shown begins with, the last page is shown", async () => {
  await renderAt("/", { "/": <Fewer /> });
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(names()).toEqual(["Bến Tre"]);
  fireEvent.click(screen.getByRole("button", { name: "fewer" }));
  expect(names()).toEqual(["Huế", "Đà Nẵng"]);
});

function Fewer() {
  const [rows, setRows] = useState(PLANTS);
  return (
    <>
      {table({ rows, pages: { size: 2, texts: PAGE_TEXTS } })}
      <button type="button" onClick={() => setRows(PLANTS.slice(0, 2))}>
        fewer
      </button>
    </>
  );
}

test("rows are paged here, and a new order begins at the first page", async () => {
  await show({ pages: { size: 2, texts: PAGE_TEXTS } });
  expect(names()).toEqual(["Huế", "Đà Nẵng"]);
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(names()).toEqual(["Bến Tre"]);
  fireEvent.click(screen.getByRole("button", { name: "Plant" }));
  expect(names()).toEqual(["Bến Tre", "Đà Nẵng"]);
});

test("pages of a server are asked for by number", async () => {
  const onPage = vi.fn<(page: number) => void>();
  await show({ pages: { size: 3, texts: PAGE_TEXTS, of: { page: 2, total: 9, onPage } } });
  expect(names()).toHaveLength(3);
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(onPage).toHaveBeenCalledWith(3);
});

test("it shows that rows are on their way, that they were refused with a way to try again, and that there are none", async () => {
  const retry = vi.fn<() => void>();
  await renderAt("/", {
    "/": (
      <>
        {table({ rows: undefined, label: "Waiting" })}
        {table({ rows: undefined, failed: { title: "Refused", hint: "why", retry, retryLabel: "Again" } })}
        {table({ rows: [] })}
      </>
    ),
  });
  const waiting = screen.getByRole("group", { name: "Waiting" });
  expect(waiting.ariaBusy).toBe("true");
  // As high as the rows that come, so that nothing jumps then.
  expect([...waiting.children].map((line) => line instanceof HTMLElement && line.style.height)).toContain(
    "44px",
  );
  expect(screen.getByRole("alert").textContent).toContain("why");
  fireEvent.click(screen.getByRole("button", { name: "Again" }));
  expect(retry).toHaveBeenCalledOnce();
  expect(screen.getByText("No plants")).toBeTruthy();
});

function Selecting() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(["9"]));
  return (
    <>
      {table({ selected, onSelect: setSelected })}
      <output>{[...selected].toSorted().join()}</output>
    </>
  );
}

test("rows are selected by box and by the space bar, all at once too; those of other pages stay selected", async () => {
  await renderAt("/", { "/": <Selecting /> });
  const output = screen.getByRole("status");
  fireEvent.click(screen.getByRole("checkbox", { name: "Select Huế" }));
  expect(output.textContent).toBe("1,9");
  screen.getAllByRole("row")[1]?.focus();
  await userEvent.keyboard("{ArrowDown} ");
  expect(output.textContent).toBe("1,2,9");
  const all = screen.getByRole<HTMLInputElement>("checkbox", { name: "Select all" });
  expect(all.indeterminate).toBe(true);
  fireEvent.click(all);
  expect(output.textContent).toBe("1,2,3,9");
  fireEvent.click(all);
  expect(output.textContent).toBe("9");
});

test("the keys walk through a grid, and Enter opens", async () => {
  const opened: string[] = [];
  await show({ selected: new Set(), onSelect: () => {}, onOpen: ({ name }) => void opened.push(name) });
  screen.getAllByRole("row")[1]?.focus();
  await userEvent.keyboard("{End}{Enter}{Home}{Enter}{ArrowUp}{Enter}");
  expect(opened).toEqual(["Bến Tre", "Huế", "Huế"]);
});

test("a press on a row opens it, but not one on a control in it", async () => {
  const opened: string[] = [];
  const columns: Column<Plant>[] = [
    { id: "name", label: "Plant", value: ({ name }) => name },
    { id: "do", label: "Do", value: () => null, cell: ({ id }) => <button type="button">do {id}</button> },
  ];
  await show({ columns, onOpen: ({ id }) => void opened.push(id), isMarked: ({ id }) => id === "2" });
  fireEvent.click(screen.getByText("Huế"));
  fireEvent.click(screen.getByRole("button", { name: "do 2" }));
  expect(opened).toEqual(["1"]);
  expect(document.querySelectorAll("[data-marked]")).toHaveLength(1);
});

test("groups have heads of their own, and one without rows says so", async () => {
  await show({
    groups: [
      { id: "a", title: "South", has: ({ id }) => id === "3" },
      { id: "b", title: "Nowhere", has: () => false, empty: "no plant" },
    ],
  });
  expect(screen.getByRole("rowheader", { name: "South" })).toBeTruthy();
  expect(screen.getByText("no plant")).toBeTruthy();
  expect(screen.queryByText("Huế")).toBeNull();
});

const heads = () => screen.getAllByRole("columnheader", { hidden: true }).map((head) => head.textContent);

function Choosing() {
  const [layout, setLayout] = useState<ColumnLayout>({ order: [], hidden: [] });
  const texts = {
    title: "Columns",
    hint: "Drag",
    up: (name: string) => `${name} up`,
    down: (name: string) => `${name} down`,
    reset: "Reset",
  };
  return (
    <>
      <ColumnChooser columns={COLUMNS} layout={layout} onLayout={setLayout} texts={texts} hides />
      {table({ layout })}
    </>
  );
}

test("columns are moved and hidden, the focus stays, and all comes back", async () => {
  await renderAt("/", { "/": <Choosing /> });
  await userEvent.click(screen.getByRole("button", { name: "Columns" }));
  const window = within(await screen.findByRole("dialog", { name: "Columns" }));
  const up = window.getByRole("button", { name: "Place up" });
  await userEvent.click(up);
  expect(heads()).toEqual(["Plant", "Place", "Power kW"]);
  expect(document.activeElement).toBe(window.getByRole("button", { name: "Place up" }));
  await userEvent.click(window.getByRole("checkbox", { name: "Power" }));
  expect(heads()).toEqual(["Plant", "Place"]);
  await userEvent.click(window.getByRole("button", { name: "Reset" }));
  expect(heads()).toEqual(["Plant", "Power kW", "Place"]);
});

test("on a phone each row is a card with its labels, and one can be a card of the caller's", async () => {
  screenOf(390);
  await renderAt("/", {
    "/": (
      <>
        {table({ label: "Plain" })}
        {table({ label: "Own", card: ({ name }) => <b>card of {name}</b> })}
      </>
    ),
  });
  expect(screen.queryByRole("table")).toBeNull();
  const [card] = within(screen.getByRole("list", { name: "Plain" })).getAllByRole("listitem");
  expect(card?.textContent).toBe("HuếPower (kW)5Placeplace 1");
  expect(screen.getByText("card of Bến Tre")).toBeTruthy();
});
