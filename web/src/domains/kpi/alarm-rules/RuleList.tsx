import type { Answer } from "@heliograph/contract/kernel/endpoint";
import {
  listAlarmRules,
  ruleSubject,
  switchAlarmRule,
  type AlarmRule,
  type ListedAlarmRule,
} from "@heliograph/contract/kpi/alarm-rules";
import { useMemo } from "react";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords, type Words } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Switch } from "../../../ui/controls/Switch.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Blank } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { ruleKey, ruleSentence } from "./rule-words.ts";
import styles from "./AlarmRules.module.css";

/** The rules of a project, its own and the usual ones; a press on one opens it. */
export function RuleList(given: {
  uid: string;
  list: Answer<typeof listAlarmRules>;
  open: (rule: AlarmRule) => void;
  add: () => void;
}) {
  const { uid, list, open, add } = given;
  const { text } = useWords();
  const columns = useRuleColumns(uid, list);
  return (
    <Panel
      flush
      title={text("alarmRules.list")}
      extra={
        list.may_change && (
          <Button type="primary" onClick={add}>
            {text("alarmRules.add")}
          </Button>
        )
      }
    >
      <DataTable<ListedAlarmRule>
        label={text("alarmRules.list")}
        columns={columns}
        rows={list.items}
        idOf={({ rule }) => ruleKey(rule)}
        onOpen={({ rule }) => open(rule)}
        empty={<Blank small title={text("alarmRules.none")} />}
      />
    </Panel>
  );
}

function useRuleColumns(uid: string, { may_change, project }: Answer<typeof listAlarmRules>) {
  const words = useWords();
  const { timezone } = project;
  return useMemo(
    () => [...ruleColumns(words, timezone), stateColumn(words, may_change ? uid : null)],
    [words, timezone, may_change, uid],
  );
}

function ruleColumns(words: Words, timezone: string): Column<ListedAlarmRule>[] {
  const { text, format } = words;
  return [
    {
      id: "rule",
      label: text("alarmRules.rule"),
      rowHead: true,
      value: ({ rule }) => ruleSentence(rule, words),
    },
    {
      id: "severity",
      label: text("alarmRules.severity"),
      value: ({ rule }) => severityWords(rule, words),
    },
    {
      id: "open",
      label: text("alarmRules.open"),
      numeric: true,
      value: ({ open_alarms }) => open_alarms,
      cell: ({ open_alarms }) => format.number(open_alarms),
    },
    {
      id: "saved",
      label: text("alarmRules.saved"),
      value: ({ saved_at }) => saved_at,
      cell: ({ saved_at, saved_by }) =>
        saved_at === null
          ? text("alarmRules.usual")
          : [format.dateTime(Date.parse(saved_at), timezone), saved_by]
              .filter((part) => part !== null)
              .join(" · "),
    },
  ];
}

const severityWords = ({ severity }: AlarmRule, { text }: Words): string =>
  severity === "usual" ? text("alarmRules.severity.usual") : text(`alarmRules.severity.${severity}`);

/** Whether it is on; `uid` null: nothing is changed here. */
const stateColumn = (words: Words, uid: string | null): Column<ListedAlarmRule> => ({
  id: "state",
  label: words.text("alarmRules.state"),
  value: ({ rule }) => words.text(rule.enabled ? "alarmRules.on" : "alarmRules.off"),
  ...(uid === null ? {} : { cell: ({ rule }: ListedAlarmRule) => <Turn uid={uid} rule={rule} /> }),
});

function Turn({ uid, rule }: { uid: string; rule: AlarmRule }) {
  const words = useWords();
  const serverText = useServerText();
  const turning = useCall(switchAlarmRule, [listAlarmRules]);
  const turn = async (enabled: boolean) => {
    try {
      const body = { project_uid: uid, kind: rule.kind, subject: ruleSubject(rule), enabled };
      say.success(serverText((await turning.mutateAsync({ body })).message));
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  return (
    // A press on the switch opens no rule.
    <span className={styles.turn} onClick={(event) => event.stopPropagation()} role="presentation">
      <Switch
        label={ruleSentence(rule, words)}
        on={rule.enabled}
        moving={turning.isPending}
        onAsk={(on) => void turn(on)}
      />
    </span>
  );
}
