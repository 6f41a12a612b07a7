import { statusToShow } from "@heliograph/contract/kernel/plant-status";
import type { AdminProjectItem } from "@heliograph/contract/admin/projects";
import { MessageCircle } from "lucide-react";
import { Link } from "react-router";
import { paths } from "../../app/paths.ts";
import { useFormat } from "../../platform/format.ts";
import { useText } from "../../platform/i18n.tsx";
import { STATUS_TEXTS } from "../../platform/status-texts.ts";
import { StatusTag } from "../../ui/feedback/StatusTag.tsx";
import { ClearCacheButton } from "./ClearCacheButton.tsx";
import styles from "./AdminProjects.module.css";

interface Props {
  readonly rows: readonly AdminProjectItem[];
}

function Status({ row }: { row: AdminProjectItem }) {
  const t = useText();
  const status = statusToShow(row);
  return <StatusTag status={status} label={t(STATUS_TEXTS[status])} />;
}

function Tickets({ count }: { count: number }) {
  const t = useText();
  if (count === 0) return null;
  const label = t("admin.tickets", { n: count });
  return (
    <span className={styles.tickets} title={label}>
      <MessageCircle size={14} aria-hidden />
      <b className="num" aria-hidden>
        {count}
      </b>
      <span className="vh">{label}</span>
    </span>
  );
}

function Name({ row }: { row: AdminProjectItem }) {
  return (
    <span className={styles.cell}>
      <Link to={paths.adminProject(row.project_uid)}>{row.project_ssoc_name}</Link>
      <span>{row.project_address}</span>
    </span>
  );
}

function Owners({ row }: { row: AdminProjectItem }) {
  const [first, ...others] = row.owners;
  if (first === undefined) return <span className="na">–</span>;
  return (
    <span className={styles.cell} title={row.owners.map(({ email }) => email).join("\n")}>
      <strong>
        {first.display_name}
        {others.length > 0 && ` +${others.length}`}
      </strong>
      <span>{first.email}</span>
    </span>
  );
}

/** Every project in a row. */
export function AdminTable({ rows }: Props) {
  const t = useText();
  const format = useFormat();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("list.project")}</th>
          <th scope="col">{t("admin.owner")}</th>
          <th scope="col" className={styles.right}>
            {t("admin.capacity")} <em>kWp</em>
          </th>
          <th scope="col">{t("list.status")}</th>
          <th scope="col">
            <span className="vh">{t("admin.clearCache")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.project_uid}>
            <td>
              <Name row={row} />
            </td>
            <td>
              <Owners row={row} />
            </td>
            <td className={`${styles.right} num`}>{format.number(row.project_capacity_pv, 1)}</td>
            <td>
              <span className={styles.status}>
                <Status row={row} />
                <Tickets count={row.open_tickets} />
              </span>
            </td>
            <td className={styles.right}>
              <ClearCacheButton bare project={{ uid: row.project_uid, name: row.project_ssoc_name }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Every project on a card, where there is no room for the table. */
export function AdminCards({ rows }: Props) {
  const format = useFormat();
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.project_uid}>
          <Name row={row} />
          <ClearCacheButton bare project={{ uid: row.project_uid, name: row.project_ssoc_name }} />
          <Owners row={row} />
          <span className="num">{format.number(row.project_capacity_pv, 1)} kWp</span>
          <span className={styles.status}>
            <Status row={row} />
            <Tickets count={row.open_tickets} />
          </span>
        </li>
      ))}
    </ul>
  );
}
