import { esgFactors } from "@heliograph/contract/monitoring/environment/esg";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { ask } from "../../../platform/api.ts";
import { useSaid } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Drawer } from "../../../ui/controls/Drawer.tsx";
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
  const serverText = useSaid();
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

/** A table that scrolls sideways where there is no room. */
function Table(given: {
  caption: string;
  note?: string;
  head: readonly [string, boolean][];
  children: ReactNode;
}) {
  const { caption, note, head, children } = given;
  return (
    <section>
      <h3>{caption}</h3>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {/* A region that scrolls must be reachable by keyboard. */}
      <div
        className={styles.scroll}
        data-base-ui-swipe-ignore
        role="region"
        aria-label={caption}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              {head.map(([name, isNumber]) => (
                <th key={name} scope="col" className={isNumber ? styles.number : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  );
}

/** Each year's energy times its factor, and their sum; what water heaters saved stands beside what was produced. */
function Sum({ answer }: { answer: Esg }) {
  const { text, format } = useWords();
  const factorText = ({ factor }: Esg["years"][number]) => {
    const n = format.number(factor.value, 4);
    return factor.provisional ? text("esg.ofYear", { n, year: factor.of_year ?? "" }) : n;
  };
  const heats = answer.energy_saving.value !== null;
  return (
    <Table
      caption={text("esg.sumTable")}
      head={[
        [text("esg.colYear"), false],
        [text("esg.colEnergy"), true],
        ...(heats ? [[text("esg.colSaved"), true] as [string, boolean]] : []),
        [text("esg.colFactor"), true],
        [text("esg.colCo2"), true],
      ]}
    >
      {answer.years.map((year) => (
        <tr key={year.year}>
          <th scope="row">{year.year}</th>
          <td className={styles.number}>{format.number(year.production.value)}</td>
          {heats && <td className={styles.number}>{format.number(year.energy_saving.value)}</td>}
          <td className={styles.number}>{factorText(year)}</td>
          <td className={styles.number}>{format.number(year.co2_reduction.value, 2)}</td>
        </tr>
      ))}
      <tr className={styles.sum}>
        <th scope="row">Σ</th>
        <td className={styles.number}>{format.number(answer.production.counted.value)}</td>
        {heats && <td className={styles.number}>{format.number(answer.energy_saving.value)}</td>}
        <td className={styles.number}>{format.number(null)}</td>
        <td className={styles.number}>{format.number(answer.co2_reduction.co2_reduction.value, 2)}</td>
      </tr>
    </Table>
  );
}

function GridTable({ grid }: { grid: Factors["grid"] }) {
  const { text, format } = useWords();
  return (
    <Table
      caption={text("esg.gridTable")}
      note={text("esg.gridNote")}
      head={[
        [text("esg.colYear"), false],
        [text("esg.colFactor"), true],
        [text("esg.colSource"), false],
        [text("esg.colEdition"), false],
      ]}
    >
      {grid.toReversed().map((row) => (
        <tr key={row.year}>
          <th scope="row">{row.year}</th>
          <td className={styles.number}>{format.number(row.factor.value, 4)}</td>
          <td lang="en">{row.source}</td>
          <td lang="en">{row.provisional ? text("esg.preliminary", { n: row.edition }) : row.edition}</td>
        </tr>
      ))}
    </Table>
  );
}

function TileTable({ equivalents }: { equivalents: Factors["equivalents"] }) {
  const { text, format } = useWords();
  return (
    <Table
      caption={text("esg.tileTable")}
      note={text("esg.tileNote")}
      head={[
        [text("esg.colTile"), false],
        [text("esg.colKg"), true],
        [text("esg.colUnit"), false],
        [text("esg.colSource"), false],
        [text("esg.colEdition"), false],
      ]}
    >
      {equivalents.map((row) => (
        <tr key={row.name}>
          <th scope="row">{text(`esgTile.${row.name}`)}</th>
          <td className={styles.number}>{format.number(row.kg_per_unit, row.kg_per_unit < 10 ? 5 : 2)}</td>
          <td>{text(`esgUnit.${row.name}`)}</td>
          <td lang="en">{row.source}</td>
          <td lang="en">{row.edition}</td>
        </tr>
      ))}
    </Table>
  );
}
