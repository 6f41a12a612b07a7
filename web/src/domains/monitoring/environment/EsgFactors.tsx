import { esgFactors } from "@heliograph/contract/monitoring/environment/esg";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { ask } from "../../../platform/api.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Drawer } from "../../../ui/controls/windows/Drawer.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { csvText } from "@heliograph/contract/kernel/csv";
import { saveFile } from "../../../platform/save-file.ts";
import { LoadFailed } from "../../fleet/index.ts";
import styles from "./EsgFactors.module.css";
import { factorRows, type Factors } from "./esg-export.ts";
import type { Esg } from "./esg-tiles.ts";
import { type Words, useWords } from "../../../platform/words.ts";

/** The factors change once a year. */
const STALE_MS = 5 * 60_000;

/** How the CO2 shown was computed, and every factor with its source: of the grid by year, and of each tile. */
export function EsgFactors(given: { answer: Esg | undefined; open: boolean; onClose: () => void }) {
  const { answer, open, onClose } = given;
  const words = useWords();
  const { text, format } = words;
  const serverText = useServerText();
  const query = useQuery({ ...ask(esgFactors, {}), enabled: open, staleTime: STALE_MS });
  const save = (factors: Factors) => {
    const { head, rows } = factorRows(factors, words);
    saveFile(`${text("esg.factors")}.csv`, csvText(head, rows, format.lang));
  };
  return (
    <Drawer
      open={open}
      onClose={onClose}
      width={760}
      title={text("esg.factors")}
      extra={
        <Button
          icon={<Download size={16} aria-hidden />}
          disabled={query.data === undefined}
          onClick={() => query.data !== undefined && save(query.data)}
        >
          {text("esg.export")}
        </Button>
      }
    >
      <div className={styles.tables}>
        {answer !== undefined && answer.years.length > 0 && <Sum answer={answer} />}
        {query.isPending && <Skeleton width="100%" height={480} />}
        {query.isError && query.data === undefined && (
          <LoadFailed hint={serverText(query.error.message)} retry={() => void query.refetch()} />
        )}
        {query.data !== undefined && (
          <>
            <GridTable grid={query.data.grid} />
            <TileTable equivalents={query.data.equivalents} />
          </>
        )}
      </div>
    </Drawer>
  );
}

/** A table under a heading; it scrolls sideways where there is no room. */
function Section<Row extends object>(given: {
  caption: string;
  note?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
}) {
  const { caption, note, columns, rows, idOf } = given;
  return (
    <section data-base-ui-swipe-ignore>
      <h3>{caption}</h3>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <DataTable
        className={styles.table}
        label={caption}
        columns={columns}
        rows={rows}
        idOf={idOf}
        card={false}
        empty={null}
      />
    </section>
  );
}

/** The column that names a row. */
const named = <Row extends object>(
  id: string,
  label: string,
  value: (row: Row) => string | number,
): Column<Row> => ({ id, label, value, cell: (row) => <b>{value(row)}</b> });

/** A column of an agency's own words, in its own language. */
const quoted = <Row extends object>(id: string, label: string, value: (row: Row) => string): Column<Row> => ({
  id,
  label,
  value,
  cell: (row) => <span lang="en">{value(row)}</span>,
});

/** A column of numbers, shown as given. */
const figure = <Row extends object>(
  id: string,
  label: string,
  value: (row: Row) => number | null,
  shown: (value: number | null) => string,
): Column<Row> => ({ id, label, numeric: true, value, cell: (row) => shown(value(row)) });

/** A year of the sum, what was before them, or all of it. */
interface SumRow {
  readonly name: string;
  readonly energy: number | null;
  readonly saved: number | null;
  readonly factor: string;
  readonly co2: number | null;
}

/** What was before the first readings, where that is known, each year, and their sum. */
function sumRows(answer: Esg, { text, format }: Words): SumRow[] {
  const factorText = ({ factor }: Esg["years"][number]) => {
    const n = format.number(factor.value, 4);
    return factor.provisional ? text("esg.ofYear", { n, year: factor.of_year ?? "" }) : n;
  };
  const before = {
    name: text("esg.sumBefore"),
    energy: answer.opening?.production.value ?? null,
    saved: null,
    // Of many years, each with its own.
    factor: format.number(null),
    co2: answer.opening?.co2_reduction.value ?? null,
  };
  return [
    ...(before.energy === null ? [] : [before]),
    ...answer.years.map((year) => ({
      name: String(year.year),
      energy: year.production.value,
      saved: year.energy_saving.value,
      factor: factorText(year),
      co2: year.co2_reduction.value,
    })),
    {
      name: "Σ",
      energy: answer.production.counted.value,
      saved: answer.energy_saving.value,
      factor: format.number(null),
      co2: answer.co2_reduction.co2_reduction.value,
    },
  ];
}

/** Each year's energy times its factor, and their sum; what water heaters saved stands beside what was produced. */
function Sum({ answer }: { answer: Esg }) {
  const words = useWords();
  const { text, format } = words;
  const energy = (id: "energy" | "saved", label: string) =>
    figure<SumRow>(id, label, (row) => row[id], format.number);
  return (
    <Section
      caption={text("esg.sumTable")}
      rows={sumRows(answer, words)}
      idOf={(row) => row.name}
      columns={[
        named<SumRow>("year", text("esg.colYear"), (row) => row.name),
        energy("energy", text("esg.colEnergy")),
        ...(answer.energy_saving.value === null ? [] : [energy("saved", text("esg.colSaved"))]),
        { id: "factor", label: text("esg.colFactor"), numeric: true, value: (row) => row.factor },
        figure<SumRow>("co2", text("esg.colCo2"), (row) => row.co2, format.allTons),
      ]}
    />
  );
}

type GridRow = Factors["grid"][number];

function GridTable({ grid }: { grid: Factors["grid"] }) {
  const { text, format } = useWords();
  const edition = (row: GridRow) =>
    row.provisional ? text("esg.preliminary", { n: row.edition }) : row.edition;
  return (
    <Section
      caption={text("esg.gridTable")}
      note={text("esg.gridNote")}
      rows={grid.toReversed()}
      idOf={(row) => String(row.year)}
      columns={[
        named<GridRow>("year", text("esg.colYear"), (row) => row.year),
        figure<GridRow>(
          "factor",
          text("esg.colFactor"),
          (row) => row.factor.value,
          (factor) => format.number(factor, 4),
        ),
        quoted<GridRow>("source", text("esg.colSource"), (row) => row.source),
        quoted<GridRow>("edition", text("esg.colEdition"), edition),
      ]}
    />
  );
}

type TileRow = Factors["equivalents"][number];

function TileTable({ equivalents }: { equivalents: Factors["equivalents"] }) {
  const { text, format } = useWords();
  return (
    <Section
      caption={text("esg.tileTable")}
      note={text("esg.tileNote")}
      rows={equivalents}
      idOf={(row) => row.name}
      columns={[
        named<TileRow>("tile", text("esg.colTile"), (row) => text(`esgTile.${row.name}`)),
        figure<TileRow>(
          "kg",
          text("esg.colKg"),
          (row) => row.kg_per_unit,
          (kg) => format.number(kg, kg !== null && kg < 10 ? 5 : 2),
        ),
        { id: "unit", label: text("esg.colUnit"), value: (row) => text(`esgUnit.${row.name}`) },
        quoted<TileRow>("source", text("esg.colSource"), (row) => row.source),
        quoted<TileRow>("edition", text("esg.colEdition"), (row) => row.edition),
      ]}
    />
  );
}
