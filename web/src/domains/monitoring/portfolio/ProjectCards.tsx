import { ChevronRight } from "lucide-react";
import { memo, useMemo } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { PowerBar, RowRatio, RowStatus, type Column } from "./columns.tsx";
import type { Row } from "./list-row.ts";
import styles from "./ProjectCards.module.css";
import { ProjectName } from "./ProjectName.tsx";
import { openInstead, unitText, type ListProps } from "./ProjectTable.tsx";

/** Figures of a card that stand in its middle; the rest has places of its own or only the table shows it. */
const FIGURES = new Set(["power", "today", "capacity", "tank", "energy", "cost"]);

/** The list as cards, below the width of the table. */
export function ProjectCards({ rows, columns, open, marked }: ListProps) {
  const figures = useMemo(() => columns.filter((column) => FIGURES.has(column.key)), [columns]);
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.uid} className={row.uid === marked ? styles.marked : undefined}>
          <Card row={row} figures={figures} open={open} />
        </li>
      ))}
    </ul>
  );
}

/** A card; one whose project has not changed is not drawn anew. */
const Card = memo(function Card(given: { row: Row; figures: readonly Column[]; open: (row: Row) => void }) {
  const { row, figures, open } = given;
  const t = useText();
  const format = useFormat();
  const { search } = useLocation();
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
              <em>{unitText(t, column.unit ?? "")}</em>
            </dd>
          </div>
        ))}
      </dl>
      {pv && <PowerBar row={row} />}
    </Link>
  );
});

const asNumber = (cell: string | number | null) => (typeof cell === "number" ? cell : null);
