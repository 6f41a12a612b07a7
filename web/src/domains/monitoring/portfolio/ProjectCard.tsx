import { ChevronRight } from "lucide-react";
import { Link, useLocation } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { By, PowerBar, Silent } from "./cells.tsx";
import { RowRatio, RowStatus, type ListColumn } from "./columns.tsx";
import type { ListRow } from "./list-row.ts";
import { openInstead } from "./open-project.ts";
import styles from "./ProjectCard.module.css";
import { ProjectName } from "./ProjectName.tsx";

/** Figures of a card that stand in its middle; the rest has places of its own or only the table shows it. */
const FIGURES = new Set(["power", "today", "capacity", "tank", "energy", "cost"]);

/** A project below the width of the table: the whole card leads to it. */
export function ProjectCard(given: {
  row: ListRow;
  columns: readonly ListColumn[];
  open: (row: ListRow) => void;
}) {
  const { row, columns, open } = given;
  const t = useText();
  const format = useFormat();
  const { search } = useLocation();
  const figures = columns.filter((column) => FIGURES.has(column.key));
  const pv = figures.some((column) => column.key === "power");
  return (
    <Link
      to={paths.project(row.uid) + search}
      className={styles.card}
      onClick={(event) => openInstead(event, () => open(row))}
    >
      <div className={styles.head}>
        <ProjectName name={row.name} address={row.address} />
        <ChevronRight size={18} aria-hidden />
      </div>
      <div className={styles.state}>
        <RowStatus row={row} />
        {pv && <RowRatio row={row} format={format} />}
      </div>
      <dl>
        {figures.map((column) => (
          <div key={column.key}>
            <dt>{t(column.title)}</dt>
            <dd data-missing={column.value(row, t) === null ? "" : undefined}>
              {column.key === "power"
                ? format.powerKw(row.power_w)
                : format.short(asNumber(column.value(row, t)))}
              <em>{column.unit}</em>
              {column.key === "today" && row.today_by !== null && <By by={row.today_by} />}
            </dd>
          </div>
        ))}
      </dl>
      {pv && (row.power_silent === null ? <PowerBar row={row} /> : <Silent of={row.power_silent} />)}
    </Link>
  );
}

const asNumber = (cell: string | number | null) => (typeof cell === "number" ? cell : null);
