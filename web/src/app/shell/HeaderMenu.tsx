import { ChevronDown } from "lucide-react";
import { Fragment, lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { accountName } from "../../platform/session.ts";
import { useAccount } from "../../domains/identity/index.ts";
import { useText } from "../../platform/i18n.tsx";
import { paths } from "../paths.ts";
import { withCarried, type Entry, type EntryGroup } from "../../platform/navigation.ts";
import { MenuButton } from "../../ui/controls/windows/MenuButton.tsx";
import { EntryLink, type MenuProps } from "./menus.tsx";
import styles from "./menus.module.css";
import tools from "./Tools.module.css";

const AlarmCount = lazy(async () => ({
  default: (await import("../../domains/notices/alarm-desk/AlarmCount.tsx")).AlarmCount,
}));

/** What stands behind the name of an entry: how many alarms there are. */
function Count({ entry }: { entry: Entry }) {
  return entry.to === paths.alarms() ? (
    <Suspense fallback={null}>
      <AlarmCount />
    </Suspense>
  ) : null;
}

/** Where an entry or what stands under it leads, without a query. */
const pagesOf = ({ to, under = [] }: Entry): readonly string[] =>
  [to, ...under.map((one) => one.to)].map((address) => address.replace(/\?.*/, ""));

/**
 * In the header row: the groups beside each other, `shown` entries of them, the others under More. Within a project Overview is
 * marked, whichever of its pages is shown.
 */
export function HeaderMenu({ portal, project, carry, shown }: MenuProps & { shown: number }) {
  const t = useText();
  const { pathname } = useLocation();
  const all = portal.flatMap(({ entries }) => entries);
  const rest = all.slice(shown);
  const marked = (entry: Entry) =>
    entry.to === project[0]?.to || (entry.under !== undefined && pagesOf(entry).includes(pathname));
  return (
    <>
      <nav className={styles.headerMenu} aria-label={t("shell.menu")} data-menu="">
        {portal.map((group) => (
          <Group
            key={group.label}
            group={{ ...group, entries: group.entries.filter((entry) => !rest.includes(entry)) }}
            carry={carry}
            marked={marked}
          />
        ))}
        {rest.length > 0 && (
          <HeaderButton
            label={t("shell.more")}
            entries={rest.flatMap((entry) => entry.under ?? [entry])}
            carry={carry}
            marked={rest.some((entry) => marked(entry) || pagesOf(entry).includes(pathname))}
          />
        )}
      </nav>
      <Measure entries={all} />
    </>
  );
}

function Group(given: { group: EntryGroup; carry: string; marked: (entry: Entry) => boolean }) {
  const { group, carry, marked } = given;
  const t = useText();
  if (group.entries.length === 0) return null;
  return (
    <div role="group" aria-label={t(group.label)} className={styles.headerGroup}>
      {group.entries.map((entry) => (
        <Fragment key={entry.label}>
          {entry.under === undefined ? (
            <EntryLink entry={entry} carry={carry} className={styles.headerEntry} holds={marked(entry)}>
              {t(entry.label)}
              <Count entry={entry} />
            </EntryLink>
          ) : (
            <HeaderButton label={t(entry.label)} entries={entry.under} carry={carry} marked={marked(entry)} />
          )}
        </Fragment>
      ))}
    </div>
  );
}

/** Entries that open below a button of the header. */
function HeaderButton(given: { label: string; entries: readonly Entry[]; carry: string; marked: boolean }) {
  const { label, entries, carry, marked } = given;
  const t = useText();
  return (
    <MenuButton
      current={marked}
      className={styles.headerEntry}
      items={entries.map((entry) => ({
        key: entry.label,
        label: t(entry.label),
        icon: <entry.icon size={16} aria-hidden />,
        to: withCarried(entry.to, carry),
      }))}
    >
      {label}
      <ChevronDown size={14} aria-hidden />
    </MenuButton>
  );
}

/** The row as it would be with room for all, More and the account's name: seen by nobody, measured by `useHeaderFit`. */
function Measure({ entries }: { entries: readonly Entry[] }) {
  const t = useText();
  const account = useAccount();
  return (
    <div className={styles.measure} data-measure="" aria-hidden>
      {entries.map((entry) => (
        <span key={entry.label} className={styles.headerEntry}>
          {t(entry.label)}
          <Count entry={entry} />
          {entry.under !== undefined && <ChevronDown size={14} />}
        </span>
      ))}
      <span className={styles.headerEntry}>
        {t("shell.more")}
        <ChevronDown size={14} />
      </span>
      <span className={tools["account"]}>
        <span className={tools["name"]}>{account.data?.display_name ?? accountName() ?? ""}</span>
      </span>
    </div>
  );
}
