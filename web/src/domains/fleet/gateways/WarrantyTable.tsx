import { CircleCheck, CircleDashed, CircleX, Clock, type LucideIcon } from "lucide-react";
import { useMemo } from "react";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import type { Column, Sort } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { filledTo } from "../../../ui/layout/bar.ts";
import { NamedIcon } from "../../../ui/layout/NamedIcon.tsx";
import { ASSET_ICONS } from "./asset-icons.ts";
import type { WarrantyGroup, WarrantyRow, WarrantySort, WarrantyState } from "./warranty-rows.ts";
import styles from "./WarrantyTable.module.css";
import bar from "../../../ui/layout/Bar.module.css";

const STATE_ICONS: Record<WarrantyState, LucideIcon> = {
  valid: CircleCheck,
  ending: Clock,
  expired: CircleX,
  unknown: CircleDashed,
};
const REMAINING = "remaining";
/** The order as the table has it: by the last column, or as the devices were added. */
const SORTS: Record<WarrantySort, Sort> = {
  device: null,
  soonest: { by: REMAINING, down: false },
  latest: { by: REMAINING, down: true },
};
const sortFrom = (sort: Sort): WarrantySort => (sort === null ? "device" : sort.down ? "latest" : "soonest");

/** Days that are left as a word and a bar; the state is never colour alone. */
function Remaining({ row }: { row: WarrantyRow }) {
  const t = useText();
  const format = useFormat();
  const Icon = STATE_ICONS[row.state];
  const days = row.remainingDays ?? 0;
  const words = {
    valid: t("warranty.left", { n: format.number(days) }),
    ending: t("warranty.ending", { n: format.number(days) }),
    expired: t("warranty.expired"),
    unknown: t("warranty.unknown"),
  };
  return (
    <div className={styles.remaining} data-state={row.state}>
      <span>
        <Icon size={14} strokeWidth={2.2} aria-hidden />
        {words[row.state]}
      </span>
      {row.share !== null && (
        <span className={bar.bar} data-bar="" aria-hidden>
          <i style={filledTo(row.state === "expired" ? 1 : row.share)} />
        </span>
      )}
    </div>
  );
}

function Device({ row }: { row: WarrantyRow }) {
  const { name, serial, asset_type } = row;
  return (
    <NamedIcon icon={ASSET_ICONS[asset_type]} name={name} {...(name === serial ? {} : { about: serial })} />
  );
}

/** What a phone shows of a device. */
function DeviceCard({ row }: { row: WarrantyRow }) {
  const t = useText();
  const format = useFormat();
  return (
    <div className={styles.card}>
      <Device row={row} />
      <Remaining row={row} />
      <p>
        {t(`devices.${row.asset_type}`)} · {format.day(row.begin)} – {format.day(row.end)}
      </p>
    </div>
  );
}
const cardOf = (row: WarrantyRow) => <DeviceCard row={row} />;

function useColumns(): readonly Column<WarrantyRow>[] {
  const t = useText();
  const format = useFormat();
  return useMemo(() => {
    const day = (id: "begin" | "end", label: string): Column<WarrantyRow> => ({
      id,
      label,
      value: (row) => row[id],
      cell: (row) => format.day(row[id]),
    });
    return [
      {
        id: "device",
        label: t("warranty.device"),
        value: ({ name }) => name,
        cell: (row) => <Device row={row} />,
      },
      { id: "type", label: t("warranty.type"), value: ({ asset_type }) => t(`devices.${asset_type}`) },
      day("begin", t("warranty.begin")),
      day("end", t("warranty.end")),
      {
        id: REMAINING,
        label: t("warranty.remaining"),
        width: 320,
        sortable: true,
        value: ({ remainingDays }) => remainingDays,
        cell: (row) => <Remaining row={row} />,
      },
    ];
  }, [t, format]);
}

/**
 * The warranties, a section for each gateway, as a table or as `cards`. A press on the last head orders by what is left.
 * Undefined groups are on their way.
 */
export function WarrantyTable(given: {
  groups: readonly WarrantyGroup[] | undefined;
  sort: WarrantySort;
  onSort: (sort: WarrantySort) => void;
  cards: boolean;
}) {
  const { groups, sort, onSort, cards } = given;
  const t = useText();
  const columns = useColumns();
  const rows = useMemo(() => groups?.flatMap((group) => group.rows), [groups]);
  const sections = useMemo(
    () =>
      (groups ?? []).map((group) => {
        const own = new Set(group.rows);
        return {
          id: group.uid,
          title: <GatewayName group={group} />,
          has: (row: WarrantyRow) => own.has(row),
          empty: t("warranty.noDevice"),
        };
      }),
    [groups, t],
  );
  return (
    <DataTable
      label={t("Warranty info")}
      columns={columns}
      rows={rows}
      idOf={(row) => row.uid}
      groups={sections}
      empty={null}
      sort={SORTS[sort]}
      onSort={(next) => onSort(sortFrom(next))}
      cards={cards}
      card={cardOf}
    />
  );
}

function GatewayName({ group: { name, serial } }: { group: WarrantyGroup }) {
  return (
    <>
      {name}
      {name !== serial && <span className={styles.serial}>{serial}</span>}
    </>
  );
}
