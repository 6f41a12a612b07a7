import type { DeskAlarm } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import { ChevronLeft } from "lucide-react";
import { useCallback, useMemo, useRef, useState, type ComponentProps } from "react";
import { Link, useSearchParams } from "react-router";
import { useNow } from "../../../platform/clock.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useTitle } from "../../../platform/title.ts";
import { useWords } from "../../../platform/words.ts";
import { browserZone } from "../../../platform/zone.ts";
import { say } from "../../../ui/feedback/say.ts";
import { useMedia } from "../../../ui/layout/media.ts";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { StatStrip, StatStripSkeleton } from "../../../ui/layout/StatStrip.tsx";
import { AlarmDialogs } from "./AlarmDialogs.tsx";
import { AlarmPanel } from "./AlarmPanel.tsx";
import { saveDesk } from "./desk-file.ts";
import { OF_DESK, useDesk, useLiveDesk, type Desk } from "./desk-queries.ts";
import { deskViewIn, withDesk, type DeskView } from "./desk-view.ts";
import { stripStats } from "./desk-words.ts";
import { DeskKeysLine } from "./DeskKeysLine.tsx";
import { DeskTable } from "./DeskTable.tsx";
import { DeskToolbar } from "./DeskToolbar.tsx";
import { useAlarmActions } from "./use-alarm-actions.ts";
import { useDeskKeys } from "./use-desk-keys.ts";
import styles from "./AlarmDesk.module.css";

const MINUTE = 60_000;
const NONE: ReadonlySet<string> = new Set();
/** From this width on the alarm stands beside the desk, below it on a page of its own. */
const BESIDE = "(min-width: 1180px)";

/** /alarms: what is wrong at all plants, what it costs, and who has it. */
export default function AlarmDeskScreen() {
  const { text } = useWords();
  const { view, change, backTo } = useDeskView();
  const nowMs = useNow(MINUTE);
  const desk = useDesk(view);
  useLiveDesk(OF_DESK);
  const actions = useAlarmActions();
  const beside = useMedia(BESIDE);
  const [selected, setSelected] = useState(NONE);
  const box = useRef<HTMLDivElement>(null);
  useTitle(text("desk.title"));
  const items = useMemo(() => desk.data?.items ?? [], [desk.data]);
  const shown = items.find(({ alarm_uid }) => alarm_uid === view.alarm);
  const chosen = items.filter(({ alarm_uid }) => selected.has(alarm_uid));
  const meant = chosen.length > 0 ? chosen : shown === undefined ? [] : [shown];
  const open = useCallback(
    (alarm: DeskAlarm) =>
      alarm.region === null
        ? change({ alarm: alarm.alarm_uid }, beside)
        : change({ region: alarm.alarm_uid, view: "open", alarm: null }, false),
    [change, beside],
  );
  useKeys({ items, view, change, beside, selected, setSelected, box, meant, actions, open });
  const save = useSave(view);
  if (view.alarm !== null && !beside) {
    return (
      <div className={page.page}>
        <Link className={styles.back} to={backTo}>
          <ChevronLeft size={18} aria-hidden /> {text("desk.back")}
        </Link>
        <AlarmPanel uid={view.alarm} row={shown} actions={actions} nowMs={nowMs} close={null} />
        {actions.asking !== null && <AlarmDialogs asking={actions.asking} close={actions.close} />}
      </div>
    );
  }
  return (
    <div className={page.page} aria-busy={desk.isPending}>
      <Head view={view} strip={desk.data?.strip} backTo={backTo} nowMs={nowMs} />
      <div className={styles.columns} data-beside={view.alarm !== null || undefined}>
        <Panel flush>
          <DeskToolbar {...{ view, change, chosen, actions, save, box }} desk={desk.data} />
          <div aria-busy={desk.isPlaceholderData}>
            <DeskTable
              {...{ desk, view, change, open, selected, actions, nowMs }}
              cursor={view.alarm}
              select={setSelected}
              timezone={browserZone()}
            />
          </div>
          {desk.data !== undefined && <Foot strip={desk.data.strip} />}
        </Panel>
        {view.alarm !== null && (
          <Beside {...{ actions, nowMs }} uid={view.alarm} row={shown} change={change} />
        )}
      </div>
      {actions.asking !== null && <AlarmDialogs asking={actions.asking} close={actions.close} />}
    </div>
  );
}

/** The alarm beside the desk. */
function Beside({
  change,
  ...panel
}: Omit<ComponentProps<typeof AlarmPanel>, "close"> & { change: (part: Partial<DeskView>) => void }) {
  const { text } = useWords();
  return (
    <aside aria-label={text("desk.detail")}>
      <AlarmPanel {...panel} close={() => change({ alarm: null })} />
    </aside>
  );
}

/** The name of the page, what it is over, and its six figures. */
function Head(given: { view: DeskView; strip: Desk["strip"] | undefined; backTo: string; nowMs: number }) {
  const { view, strip, backTo, nowMs } = given;
  const words = useWords();
  const { text } = words;
  return (
    <>
      <header className={page.head}>
        <div className={page.name}>
          <h1>{text("desk.title")}</h1>
          <p className={page.meta}>
            {view.region === null ? (
              text("desk.about", { n: strip?.projects ?? 0 })
            ) : (
              <>
                {text("desk.ofRegion")} · <Link to={backTo}>{text("desk.allAlarms")}</Link>
              </>
            )}
          </p>
        </div>
      </header>
      {strip === undefined ? (
        <StatStripSkeleton stats={6} />
      ) : (
        <StatStrip stats={stripStats(strip, words, nowMs)} />
      )}
    </>
  );
}

function Foot({ strip }: { strip: Desk["strip"] }) {
  const { text } = useWords();
  return (
    <DeskKeysLine>
      {text("desk.signals", {
        signals: text("desk.signalCount", { n: strip.signals }),
        alarms: text("desk.alarmCount", { n: strip.alarms }),
      })}
    </DeskKeysLine>
  );
}

/** What the address asks for, how to change it (`replace` false: a step to go back to), and the desk without alarm and region. */
function useDeskView() {
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => deskViewIn(address), [address]);
  const change = useCallback(
    (part: Partial<DeskView>, replace = true) =>
      setAddress((now) => withDesk(now, part), { replace, preventScrollReset: true }),
    [setAddress],
  );
  const back = withDesk(address, view.alarm === null ? { region: null } : { alarm: null }).toString();
  return { view, change, backTo: back === "" ? "?" : `?${back}` };
}

function useSave(view: DeskView): () => void {
  const words = useWords();
  const serverText = useServerText();
  const save = async () => {
    try {
      const { rows, all } = await saveDesk(view, words);
      if (rows < all) say.warning(words.text("desk.csvNote", { n: rows, all }));
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  return () => void save();
}

function useKeys(of: {
  items: readonly DeskAlarm[];
  view: DeskView;
  change: (part: Partial<DeskView>, replace?: boolean) => void;
  beside: boolean;
  selected: ReadonlySet<string>;
  setSelected: (selected: ReadonlySet<string>) => void;
  box: React.RefObject<HTMLDivElement | null>;
  meant: readonly DeskAlarm[];
  actions: ReturnType<typeof useAlarmActions>;
  open: (alarm: DeskAlarm) => void;
}): void {
  const { items, view, change, beside, selected, setSelected, box, meant, actions, open } = of;
  const at = items.findIndex(({ alarm_uid }) => alarm_uid === view.alarm);
  useDeskKeys({
    move: (by) => {
      const next = items[at < 0 ? 0 : Math.max(0, Math.min(items.length - 1, at + by))];
      if (next !== undefined && beside) change({ alarm: next.alarm_uid });
    },
    open: () => {
      const alarm = items[at];
      if (alarm !== undefined) open(alarm);
    },
    take: () => actions.move("take", meant),
    assign: () => actions.ask("assign", meant),
    snooze: () => actions.ask("snooze", meant),
    resolve: () => actions.ask("resolve", meant),
    select: () => {
      const uid = view.alarm;
      if (uid === null) return;
      const next = new Set(selected);
      if (!next.delete(uid)) next.add(uid);
      setSelected(next);
    },
    find: () => box.current?.querySelector("input")?.focus(),
  });
}
