import { useState } from "react";
import { ColumnChooser } from "../../ui/data-table/ColumnChooser.tsx";
import type { Column, ColumnLayout } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/DataTable.tsx";
import { Blank } from "../../ui/feedback/states.tsx";
import styles from "./Gallery.module.css";
import { GalleryPart } from "./GalleryPart.tsx";

interface Plant {
  readonly id: string;
  readonly name: string;
  readonly power: number | null;
  readonly place: string;
}
const PLACES = ["Hue", "Da Nang", "Ben Tre"];
const PLANTS: readonly Plant[] = Array.from({ length: 10_000 }, (_, at) => ({
  id: String(at),
  name: `Plant ${at + 1}`,
  power: at % 7 === 0 ? null : (at * 37) % 1000,
  place: PLACES[at % 3] ?? "",
}));
const COLUMNS: readonly Column<Plant>[] = [
  { id: "name", label: "Plant", width: 200, value: ({ name }) => name, sortable: true },
  {
    id: "power",
    label: "Power",
    unit: "kW",
    numeric: true,
    width: 140,
    value: ({ power }) => power,
    cell: ({ power }) => power ?? "–",
    sortable: true,
  },
  { id: "place", label: "Place", width: 200, value: ({ place }) => place, sortable: true },
];
const PAGES = { pages: "Pages", previous: "Previous page", next: "Next page" };
const TEXTS = {
  title: "Columns",
  hint: "Drag a column to its place.",
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  reset: "As at first",
};
const idOf = ({ id }: Plant) => id;
const nameOf = ({ name }: Plant) => name;
const EMPTY = <Blank small title="No plants" />;

/** The table: 10,000 rows, pages, and its four states. */
export function Tables() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(["1"]));
  const [layout, setLayout] = useState<ColumnLayout>({ order: [], hidden: [] });
  const [few] = useState(() => PLANTS.slice(0, 12));
  const shared = { columns: COLUMNS, idOf, nameOf, empty: EMPTY };
  return (
    <>
      <GalleryPart title="Table of 10,000 rows">
        <div className={styles.row}>
          <ColumnChooser columns={COLUMNS} layout={layout} onLayout={setLayout} texts={TEXTS} hides />
        </div>
        <DataTable
          {...shared}
          label="Many plants"
          rows={PLANTS}
          layout={layout}
          height="320px"
          selected={selected}
          onSelect={setSelected}
        />
      </GalleryPart>
      <GalleryPart title="Table with pages">
        <DataTable
          {...shared}
          label="Few plants"
          rows={few}
          firstSort={{ by: "power", down: true }}
          pages={{ size: 5, texts: PAGES }}
          isMarked={({ id }) => id === "3"}
          onOpen={() => {}}
        />
      </GalleryPart>
      <GalleryPart title="Table without rows">
        <DataTable {...shared} label="Waiting plants" rows={undefined} />
        <DataTable
          {...shared}
          label="Refused plants"
          rows={undefined}
          failed={{
            title: "Could not be loaded",
            hint: "The server cannot be reached",
            retry: () => {},
            retryLabel: "Try again",
          }}
        />
        <DataTable {...shared} label="No plants" rows={[]} />
      </GalleryPart>
    </>
  );
}
