import { statusToShow } from "@heliograph/contract/kernel/plant-status";
import type { AdminProjectItem } from "@heliograph/contract/admin/projects";
import { MessageCircle } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-router";
import { paths } from "../../app/paths.ts";
import { useFormat } from "../../platform/format.ts";
import { useText } from "../../platform/i18n.tsx";
import { STATUS_TEXTS } from "../../platform/status-texts.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import { StatusTag } from "../../ui/feedback/StatusTag.tsx";
import { ClearCacheButton } from "./ClearCacheButton.tsx";
import styles from "./AdminProjects.module.css";
import { VisuallyHidden } from "../../ui/layout/VisuallyHidden.tsx";

function Status({ row }: { row: AdminProjectItem }) {
  const t = useText();
  const status = statusToShow(row);
  return (
    <span className={styles.status}>
      <StatusTag status={status} label={t(STATUS_TEXTS[status])} />
      <Tickets count={row.open_tickets} />
    </span>
  );
}

function Tickets({ count }: { count: number }) {
  const t = useText();
  if (count === 0) return null;
  const label = t("admin.tickets", { n: count });
  return (
    <span className={styles.tickets} title={label}>
      <MessageCircle size={14} aria-hidden />
      <b aria-hidden>{count}</b>
      <VisuallyHidden>{label}</VisuallyHidden>
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
  if (first === undefined) return <span className={styles.unknown}>–</span>;
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

function ClearCache({ row }: { row: AdminProjectItem }) {
  return (
    <span className={styles.right}>
      <ClearCacheButton bare project={{ uid: row.project_uid, name: row.project_ssoc_name }} />
    </span>
  );
}

/** The columns of every project of the installation. */
export function useAdminColumns(): readonly Column<AdminProjectItem>[] {
  const t = useText();
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: "project",
        label: t("list.project"),
        value: (row) => row.project_ssoc_name,
        cell: (row) => <Name row={row} />,
      },
      {
        id: "owner",
        label: t("admin.owner"),
        value: (row) => row.owners[0]?.display_name ?? null,
        cell: (row) => <Owners row={row} />,
      },
      {
        id: "capacity",
        label: t("admin.capacity"),
        unit: "kWp",
        numeric: true,
        value: (row) => row.project_capacity_pv,
        cell: (row) => format.number(row.project_capacity_pv, 1),
      },
      {
        id: "status",
        label: t("list.status"),
        value: (row) => t(STATUS_TEXTS[statusToShow(row)]),
        cell: (row) => <Status row={row} />,
      },
      {
        id: "cache",
        label: t("admin.clearCache"),
        hideLabel: true,
        value: () => null,
        cell: (row) => <ClearCache row={row} />,
      },
    ],
    [t, format],
  );
}

/** A project on a card, where there is no room for the table. */
export function AdminCard({ row }: { row: AdminProjectItem }) {
  const format = useFormat();
  return (
    <div className={styles.card}>
      <Name row={row} />
      <ClearCache row={row} />
      <Owners row={row} />
      <span className={`${styles.right} num`}>{format.number(row.project_capacity_pv, 1)} kWp</span>
      <Status row={row} />
    </div>
  );
}
