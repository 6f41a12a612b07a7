import { esgFactors } from "@heliograph/contract/monitoring/environment/esg";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { ask } from "../../../platform/api.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Drawer } from "../../../ui/controls/Drawer.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { csvText } from "@heliograph/contract/kernel/csv";
import { saveFile } from "../../../platform/save-file.ts";
import { LoadFailed } from "../../fleet/index.ts";
import styles from "./EsgFactors.module.css";
import { factorRows, type Factors } from "./esg-export.ts";
import type { Esg } from "./esg-tiles.ts";
import { useWords } from "../../../platform/words.ts";

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

/** What an agency calls its publication, in its own language. */
const inEnglish = (text: string) => <span lang="en">{text}</span>;
const strong = (text: string | number) => <b>{text}</b>;

/** A year of the sum, what was before them, or all of it. */
interface SumRow {
  readonly name: string;
  readonly energy: number | null;
  readonly saved: number | null;
  readonly factor: string;
  readonly co2: number | null;
}

/**
 * Each year's energy times its factor, and their sum; what water heaters saved stands beside what was produced. What counters
 * had counted before their first readings has factors of several years.
 */
function Sum({ answer }: { answer: Esg }) {
  const { text, format } = useWords();
  const factorText = ({ factor }: Esg["years"][number]) => {
    const n = format.number(factor.value, 4);
    return factor.provisional ? text("esg.ofYear", { n, year: factor.of_year ?? "" }) : n;
  };
  const before = answer.opening;
  const rows: readonly SumRow[] = [
    ...(before === null || before.production.value === null
      ? []
      : [
          {
            name: text("esg.sumBefore"),
            energy: before.production.value,
            saved: null,
            factor: format.number(null),
            co2: before.co2_reduction.value,
          },
        ]),
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
  const figure = (id: "energy" | "saved", label: string): Column<SumRow> => ({
    id,
    label,
    numeric: true,
    value: (row) => row[id],
    cell: (row) => format.number(row[id]),
  });
  return (
    <Section
      caption={text("esg.sumTable")}
      rows={rows}
      idOf={(row) => row.name}
      columns={[
        {
          id: "year",
          label: text("esg.colYear"),
          value: (row) => row.name,
          cell: (row) => strong(row.name),
        },
        figure("energy", text("esg.colEnergy")),
        ...(answer.energy_saving.value === null ? [] : [figure("saved", text("esg.colSaved"))]),
        { id: "factor", label: text("esg.colFactor"), numeric: true, value: (row) => row.factor },
        {
          id: "co2",
          label: text("esg.colCo2"),
          numeric: true,
          value: (row) => row.co2,
          cell: (row) => format.allTons(row.co2),
        },
      ]}
    />
  );
}

function GridTable({ grid }: { grid: Factors["grid"] }) {
  const { text, format } = useWords();
  const edition = (row: Factors["grid"][number]) =>
    row.provisional ? text("esg.preliminary", { n: row.edition }) : row.edition;
  return (
    <Section
      caption={text("esg.gridTable")}
      note={text("esg.gridNote")}
      rows={grid.toReversed()}
      idOf={(row) => String(row.year)}
      columns={[
        {
          id: "year",
          label: text("esg.colYear"),
          value: (row) => row.year,
          cell: (row) => strong(row.year),
        },
        {
          id: "factor",
          label: text("esg.colFactor"),
          numeric: true,
          value: (row) => row.factor.value,
          cell: (row) => format.number(row.factor.value, 4),
        },
        {
          id: "source",
          label: text("esg.colSource"),
          value: (row) => row.source,
          cell: (row) => inEnglish(row.source),
        },
        {
          id: "edition",
          label: text("esg.colEdition"),
          value: edition,
          cell: (row) => inEnglish(edition(row)),
        },
      ]}
    />
  );
}

function TileTable({ equivalents }: { equivalents: Factors["equivalents"] }) {
  const { text, format } = useWords();
  return (
    <Section
      caption={text("esg.tileTable")}
      note={text("esg.tileNote")}
      rows={equivalents}
      idOf={(row) => row.name}
      columns={[
        {
          id: "tile",
          label: text("esg.colTile"),
          value: (row) => text(`esgTile.${row.name}`),
          cell: (row) => strong(text(`esgTile.${row.name}`)),
        },
        {
          id: "kg",
          label: text("esg.colKg"),
          numeric: true,
          value: (row) => row.kg_per_unit,
          cell: (row) => format.number(row.kg_per_unit, row.kg_per_unit < 10 ? 5 : 2),
        },
        { id: "unit", label: text("esg.colUnit"), value: (row) => text(`esgUnit.${row.name}`) },
        {
          id: "source",
          label: text("esg.colSource"),
          value: (row) => row.source,
          cell: (row) => inEnglish(row.source),
        },
        {
          id: "edition",
          label: text("esg.colEdition"),
          value: (row) => row.edition,
          cell: (row) => inEnglish(row.edition),
        },
      ]}
    />
  );
}
