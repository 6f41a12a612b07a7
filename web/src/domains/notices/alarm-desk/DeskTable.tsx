import type { DeskAlarm } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import type { UseQueryResult } from "@tanstack/react-query";
import { useServerText } from "../../../platform/i18n.tsx";
import { pageTexts, useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import { DeskCard } from "./DeskCard.tsx";
import { useDeskColumns } from "./desk-columns.tsx";
import { ALARMS_PER_PAGE, type Desk } from "./desk-queries.ts";
import { isDeskNarrowed, type DeskView } from "./desk-view.ts";
import { groupText, titleOf } from "./desk-words.ts";
import type { AlarmActions } from "./use-alarm-actions.ts";
import styles from "./AlarmDesk.module.css";

const EVERYTHING: Partial<DeskView> = {
  view: "open",
  severity: null,
  kind: null,
  who: "anybody",
  keyword: "",
  projects: [],
  region: null,
};

/** The rows of the desk by group, each with its sums. */
export function DeskTable(given: {
  desk: UseQueryResult<Desk>;
  view: DeskView;
  change: (part: Partial<DeskView>) => void;
  cursor: string | null;
  open: (alarm: DeskAlarm) => void;
  selected: ReadonlySet<string>;
  select: (selected: ReadonlySet<string>) => void;
  actions: AlarmActions;
  nowMs: number;
  /** The browser's zone: the desk's own instants have no plant. */
  timezone: string;
}) {
  const { desk, view, change, cursor, open, selected, select, actions, nowMs, timezone } = given;
  const words = useWords();
  const { text } = words;
  const serverText = useServerText();
  const columns = useDeskColumns(nowMs);
  const { data } = desk;
  const items = data?.items;
  const mayChange = items?.some(({ project }) => project.may_change) === true;
  const groups = useGroups(data, view);
  const card = (alarm: DeskAlarm) => deskCard({ alarm, open, actions, nowMs });
  return (
    <DataTable
      label={text("desk.title")}
      columns={columns}
      rows={items}
      idOf={({ alarm_uid }) => alarm_uid}
      nameOf={(alarm) => titleOf(alarm, words)}
      onOpen={open}
      isMarked={({ alarm_uid }) => alarm_uid === cursor}
      {...(items === undefined || items.length === 0 ? {} : { groups })}
      {...(mayChange ? { selected, onSelect: select } : {})}
      card={card}
      pages={{
        size: ALARMS_PER_PAGE,
        texts: pageTexts(text),
        of: { page: view.page, total: data?.total_items ?? 0, onPage: (next) => change({ page: next }) },
      }}
      failed={
        desk.isError && data === undefined
          ? {
              title: text("Something went wrong"),
              hint: serverText(desk.error.message),
              retry: () => void desk.refetch(),
              retryLabel: text("Try again"),
            }
          : null
      }
      empty={<Nothing strip={data?.strip} {...{ view, change, timezone }} />}
    />
  );
}

const deskCard = (of: Parameters<typeof DeskCard>[0]) => <DeskCard {...of} />;

/** The groups that the page has rows of, each with its sums over all pages. */
function useGroups(data: Desk | undefined, view: DeskView) {
  const words = useWords();
  return (data?.groups ?? [])
    .filter(({ group }) => data?.items.some((item) => item.group === group) === true)
    .map((group) => ({
      id: group.group,
      title: <GroupHead {...groupText(group, { view: view.view, words })} />,
      has: (alarm: DeskAlarm) => alarm.group === group.group,
    }));
}

function GroupHead({ title, sums }: { title: string; sums: string }) {
  return (
    <span className={styles.groupHead}>
      <b>{title}</b> <span>{sums}</span>
    </span>
  );
}

/** Nothing matches, or all is well, with what closed last. */
function Nothing(given: {
  strip: Desk["strip"] | undefined;
  view: DeskView;
  change: (part: Partial<DeskView>) => void;
  timezone: string;
}) {
  const { strip, view, change, timezone } = given;
  const { text, format } = useWords();
  if (isDeskNarrowed(view)) {
    return (
      <Blank
        small
        title={text("desk.noMatch")}
        hint={text("desk.noMatchHint")}
        action={<Button onClick={() => change(EVERYTHING)}>{text("desk.showAll")}</Button>}
      />
    );
  }
  const last = strip?.last_closed_at ?? null;
  if (last === null) return <Blank title={text("desk.none")} />;
  return (
    <Blank
      title={text("desk.none")}
      hint={text("desk.lastClosed", { t: format.dateTime(Date.parse(last), timezone) })}
      action={<Button onClick={() => change({ view: "closed" })}>{text("desk.closed")}</Button>}
    />
  );
}
