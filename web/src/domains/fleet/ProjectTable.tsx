import { Table, type TableColumnsType, type TableProps } from "antd";
import type { Key } from "antd/es/table/interface";
import { Link, useLocation } from "react-router";
import { paths } from "../../paths.ts";
import { useFormat, type Format } from "../../platform/format.ts";
import { useText } from "../../platform/i18n.tsx";
import type { TextKey } from "../../texts/vi.ts";
import type { Column } from "./columns.tsx";
import type { Row } from "./list-row.ts";
import { ITEMS_PER_PAGE, type ListView } from "./list-view.ts";

export interface ListProps {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly view: ListView;
  readonly columns: readonly Column[];
  readonly open: (row: Row) => void;
  /** The project that the address names (M9); its row is marked. */
  readonly marked: string | null;
}
const NAME_WIDTH = 236;

/** The unit beside a column's title, where it is a key of ours its text. */
export const unitText = (t: (key: TextKey) => string, unit: string): string =>
  unit === "list.tons" ? t("list.tons") : unit;

/** The list as a table: ordered by the server, a row opens its project. */
export function ProjectTable({ rows, total, view, columns, open, marked }: ListProps) {
  const t = useText();
  const format = useFormat();
  const { search } = useLocation();
  const change: TableProps<Row>["onChange"] = (_page, _filters, sorter, extra) => {
    if (extra.action !== "sort" || Array.isArray(sorter)) return;
    const column = columns.find((one) => one.key === sorter.columnKey);
    // A third press on a head takes the order back to the first one.
    if (sorter.order === undefined || sorter.order === null) view.sortBy("name", "asc");
    else view.sortBy(column?.sort ?? "name", sorter.order === "descend" ? "desc" : "asc");
  };
  const name: TableColumnsType<Row>[number] = {
    key: "name",
    title: t("list.project"),
    fixed: "left",
    width: NAME_WIDTH,
    sorter: true,
    sortOrder: sortOrder(view, "name"),
    render: (_value, row) => <ProjectCell row={row} to={paths.project(row.uid) + search} open={open} />,
  };
  return (
    <Table<Row>
      rowKey="uid"
      columns={[name, ...columns.map((column) => tableColumn(column, { t, format, view }))]}
      dataSource={rows}
      scroll={{ x: columns.reduce((sum, column) => sum + column.width, NAME_WIDTH) }}
      onChange={change}
      rowClassName={(row) => (row.uid === marked ? "row marked" : "row")}
      onRow={(row) => ({ onClick: (event) => openUnlessLink(event, () => open(row)) })}
      showSorterTooltip={false}
      pagination={{
        current: view.page,
        pageSize: ITEMS_PER_PAGE,
        total,
        showSizeChanger: false,
        onChange: view.goTo,
        showTotal: (n, [a, b]) =>
          t("list.showing", { a: format.number(a), b: format.number(b), n: format.number(n) }),
      }}
    />
  );
}

function tableColumn(
  column: Column,
  { t, format, view }: { t: (key: TextKey) => string; format: Format; view: ListView },
): TableColumnsType<Row>[number] {
  return {
    key: column.key,
    title: (
      <span title={column.hint === undefined ? undefined : t(column.hint)}>
        {t(column.title)}
        {column.unit !== undefined && <em> {unitText(t, column.unit)}</em>}
      </span>
    ),
    width: column.width,
    ...(column.number ? { align: "right" as const } : {}),
    ...(column.sort === undefined
      ? {}
      : { sorter: true, sortOrder: sortOrder(view, column.sort), sortDirections: directions(column) }),
    render: (_value: Key, row) => column.show(row, format),
  };
}

/** Numbers are first shown from the greatest. */
const directions = (column: Column): ("ascend" | "descend")[] =>
  column.number ? ["descend", "ascend"] : ["ascend", "descend"];

const sortOrder = (view: ListView, sort: string) =>
  view.sort !== sort ? null : view.order === "asc" ? ("ascend" as const) : ("descend" as const);

/** The whole row opens the project; a link in it does so by itself. */
function openUnlessLink(event: React.MouseEvent, open: () => void): void {
  if (event.target instanceof Element && event.target.closest("a, button") !== null) return;
  open();
}

/** Name and address; the name is the link that keyboards and other tabs use. */
export function ProjectCell({ row, to, open }: { row: Row; to: string; open: (row: Row) => void }) {
  return (
    <div className="pcell">
      <Link to={to} onClick={(event) => openInstead(event, () => open(row))}>
        {row.name}
      </Link>
      <span>{row.address}</span>
    </div>
  );
}

/** A plain click opens by `open`, which may refuse; one for a new tab is left to the browser. */
export function openInstead(event: React.MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  open();
}
