import { CircleCheck, CircleDashed, CircleX, Clock, type LucideIcon } from "lucide-react";
import { Fragment } from "react";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { filledTo } from "../../../ui/layout/bar.ts";
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
const NEXT: Record<WarrantySort, WarrantySort> = { device: "soonest", soonest: "latest", latest: "device" };
const DIRECTION = { device: "none", soonest: "ascending", latest: "descending" } as const;

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
  const Icon = ASSET_ICONS[row.asset_type];
  return (
    <div className={styles.device}>
      <span className="thumb" aria-hidden>
        <Icon size={20} strokeWidth={1.7} />
      </span>
      <span className="pcell">
        <strong>{row.name}</strong>
        {row.name !== row.serial && <span>{row.serial}</span>}
      </span>
    </div>
  );
}

/** The warranties as a table, a section for each gateway. A press on the last head orders by what is left. */
export function WarrantyTable(given: {
  groups: readonly WarrantyGroup[];
  sort: WarrantySort;
  onSort: (sort: WarrantySort) => void;
}) {
  const { groups, sort, onSort } = given;
  const t = useText();
  const format = useFormat();
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">{t("warranty.device")}</th>
          <th scope="col">{t("warranty.type")}</th>
          <th scope="col">{t("warranty.begin")}</th>
          <th scope="col">{t("warranty.end")}</th>
          <th scope="col" aria-sort={DIRECTION[sort]}>
            <button type="button" className={`sorter ${sort}`} onClick={() => onSort(NEXT[sort])}>
              {t("warranty.remaining")}
              <i aria-hidden />
            </button>
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.uid}>
          <tr className="group">
            <th colSpan={5} scope="colgroup">
              {group.name}
              {group.name !== group.serial && <span>{group.serial}</span>}
            </th>
          </tr>
          {group.rows.length === 0 && (
            <tr>
              <td colSpan={5} className="none">
                {t("warranty.noDevice")}
              </td>
            </tr>
          )}
          {group.rows.map((row) => (
            <tr key={row.uid}>
              <td>
                <Device row={row} />
              </td>
              <td>{t(`devices.${row.asset_type}`)}</td>
              <td className="num">{format.day(row.begin)}</td>
              <td className="num">{format.day(row.end)}</td>
              <td>
                <Remaining row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** The warranties as cards, where there is no room for the table. */
export function WarrantyCards({ groups }: { groups: readonly WarrantyGroup[] }) {
  const t = useText();
  const format = useFormat();
  return (
    <div className={styles.cards}>
      {groups.map((group) => (
        <Fragment key={group.uid}>
          <h2>
            {group.name}
            {group.name !== group.serial && <span>{group.serial}</span>}
          </h2>
          {group.rows.length === 0 && <p className="none">{t("warranty.noDevice")}</p>}
          <ul>
            {group.rows.map((row) => (
              <li key={row.uid}>
                <Device row={row} />
                <Remaining row={row} />
                <p className="num">
                  {t(`devices.${row.asset_type}`)} · {format.day(row.begin)} – {format.day(row.end)}
                </p>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}
