import {
  alarmRule,
  cancelAlarmReplay,
  getAlarmReplay,
  listAlarmRules,
  removeAlarmRule,
  replayAlarmRule,
  ruleSubject,
  saveAlarmRule,
  type AlarmRule,
} from "@heliograph/contract/kpi/alarm-rules";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { PageCharts } from "../../../platform/charts/PageCharts.tsx";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { OtherThresholds } from "./OtherThresholds.tsx";
import { ReplayFigures } from "./ReplayFigures.tsx";
import { RuleFields, type RuleDraft } from "./RuleFields.tsx";
import { askReplayAgainMs, isReplayUnderWay, replayQuery } from "./rule-queries.ts";
import { isSameRule, ruleSentence } from "./rule-words.ts";
import styles from "./AlarmRules.module.css";

interface Given {
  readonly uid: string;
  readonly timezone: string;
  readonly mayChange: boolean;
  readonly first: AlarmRule;
  readonly isNew: boolean;
  readonly close: () => void;
}

/** A rule as a sentence of fields beside what it would have raised; it is saved as it was replayed. */
export function RuleEditor(given: Given) {
  const words = useWords();
  const { text } = words;
  const edit = useEdit(given);
  const { draft, setDraft, rule, replay, belongs } = edit;
  const result = replay?.result ?? null;
  return (
    <PageCharts>
      <div className={styles.editor}>
        <div className={styles.left}>
          <Panel title={text("alarmRules.rule")}>
            <RuleFields draft={draft} change={setDraft} fixed={!given.isNew} readOnly={!given.mayChange} />
            {rule !== null && <p className={styles.sentence}>{ruleSentence(rule, words)}</p>}
            {rule === null && (
              <p className={styles.fault} role="alert">
                {text("alarmRules.incomplete")}
              </p>
            )}
            <Actions given={given} edit={edit} />
          </Panel>
          {result !== null && rule !== null && (
            <OtherThresholds result={result} own={rule} use={given.mayChange ? setDraft : null} />
          )}
        </div>
        <Panel
          flush
          title={text("alarmRules.replay")}
          extra={
            belongs && (
              <span className={styles.belongs}>
                <CircleCheck size={16} aria-hidden /> {text("alarmRules.belongs")}
              </span>
            )
          }
        >
          <Replay edit={edit} given={given} />
        </Panel>
      </div>
    </PageCharts>
  );
}

/** The replay in its state: not begun, under way, failed, done. */
function Replay({ edit, given }: { edit: Edit; given: Given }) {
  const { text } = useWords();
  const { replay, underWay, stop, belongs } = edit;
  if (underWay) {
    return (
      <div className={styles.running} role="status">
        <p>{text("alarmRules.running", { p: replay?.progress ?? 0 })}</p>
        <progress max={100} value={replay?.progress ?? 0} aria-label={text("alarmRules.replay")} />
        <Button onClick={stop}>{text("alarmRules.stop")}</Button>
        <Skeleton width="100%" height={220} />
      </div>
    );
  }
  if (replay?.result === null || replay?.result === undefined) {
    const said = replay?.state === "failed" ? "alarmRules.failed" : "alarmRules.notYet";
    return <p className={styles.note}>{text(said)}</p>;
  }
  return (
    <>
      {!belongs && <p className={styles.stale}>{text("alarmRules.stale")}</p>}
      <ReplayFigures uid={given.uid} timezone={given.timezone} result={replay.result} />
    </>
  );
}

/** What can be done: replayed, then saved; one filled button, which is the next thing to do. */
function Actions({ given, edit }: { given: Given; edit: Edit }) {
  const { text } = useWords();
  const { belongs, underWay, busy, rule, begin, save, back } = edit;
  if (!given.mayChange) {
    return (
      <footer className={styles.foot}>
        <Button onClick={given.close}>{text("alarmRules.close")}</Button>
      </footer>
    );
  }
  return (
    <footer className={styles.foot}>
      {!given.isNew && <Button onClick={() => void back()}>{text("alarmRules.back")}</Button>}
      <Button onClick={given.close}>{text("Cancel")}</Button>
      {!belongs && (
        <Button
          type="primary"
          disabled={rule === null || underWay}
          loading={busy}
          onClick={() => void begin()}
        >
          {text("alarmRules.begin")}
        </Button>
      )}
      <Button type={belongs ? "primary" : "default"} disabled={!belongs} onClick={() => void save()}>
        {text("alarmRules.save")}
      </Button>
    </footer>
  );
}

/** What stands in the sentence, its replay, and what is done with both. */
function useEdit({ uid, first, close }: Given) {
  const serverText = useServerText();
  const [draft, setDraft] = useState<RuleDraft>(first);
  const [replayUid, setReplayUid] = useState<string | null>(null);
  const asked = useQuery({
    ...replayQuery(uid, replayUid ?? ""),
    enabled: replayUid !== null,
    refetchInterval: ({ state }) => askReplayAgainMs(state.data),
  });
  const beginning = useCall(replayAlarmRule);
  const cancelling = useCall(cancelAlarmReplay, [getAlarmReplay]);
  const saving = useCall(saveAlarmRule, [listAlarmRules]);
  const removing = useCall(removeAlarmRule, [listAlarmRules]);
  const parsed = alarmRule.safeParse(draft);
  const rule = parsed.success ? parsed.data : null;
  const replay = replayUid === null ? undefined : asked.data;
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await act();
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  return {
    draft,
    setDraft,
    rule,
    replay,
    underWay: replayUid !== null && isReplayUnderWay(replay),
    busy: beginning.isPending,
    /** The replay is done, and of the sentence as it stands. */
    belongs: rule !== null && replay?.state === "done" && isSameRule(replay.rule, rule),
    begin: () =>
      attempt(async () => {
        if (rule === null) return;
        setReplayUid((await beginning.mutateAsync({ body: { project_uid: uid, rule } })).replay.replay_uid);
      }),
    stop: () => {
      if (replayUid === null) return;
      void attempt(() => cancelling.mutateAsync({ query: { project_uid: uid, replay_uid: replayUid } }));
    },
    save: () =>
      attempt(async () => {
        if (rule === null || replayUid === null) return;
        const body = { project_uid: uid, replay_uid: replayUid, rule };
        say.success(serverText((await saving.mutateAsync({ body })).message));
        close();
      }),
    back: () =>
      attempt(async () => {
        const query = { project_uid: uid, kind: first.kind, subject: ruleSubject(first) };
        say.success(serverText((await removing.mutateAsync({ query })).message));
        close();
      }),
  };
}

type Edit = ReturnType<typeof useEdit>;
