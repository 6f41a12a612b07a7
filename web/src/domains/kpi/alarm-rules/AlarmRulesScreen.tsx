import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { AlarmRule, listAlarmRules } from "@heliograph/contract/kpi/alarm-rules";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { LoadFailed, ProjectPage } from "../../fleet/index.ts";
import { RuleEditor } from "./RuleEditor.tsx";
import { RuleList } from "./RuleList.tsx";
import { rulesQuery } from "./rule-queries.ts";
import { ruleKey } from "./rule-words.ts";

/** How the address names a rule that is not there yet. */
const NEW = "measured";

/** /alarms/rules/{id}: by which rules a project's alarms are raised; `?rule=` opens one beside its replay. */
export default function AlarmRulesScreen() {
  return (
    <ProjectPage title="alarmRules.title" meta={({ timezone }) => timezone} actions={toEscalation}>
      {(uid) => <Rules uid={uid} />}
    </ProjectPage>
  );
}

/** To who is told of alarms that nobody has taken. */
const toEscalation = ({ project_uid }: { project_uid: string }) => <ToEscalation uid={project_uid} />;

function ToEscalation({ uid }: { uid: string }) {
  const t = useText();
  return (
    <LinkButton look="plain" to={paths.escalation(uid)}>
      {t("alarmRules.escalation")}
    </LinkButton>
  );
}

function Rules({ uid }: { uid: string }) {
  const serverText = useServerText();
  const [search, setSearch] = useSearchParams();
  const list = useQuery(rulesQuery(uid));
  const open = (rule: string | null) => {
    const next = new URLSearchParams(search);
    if (rule === null) next.delete("rule");
    else next.set("rule", rule);
    setSearch(next);
  };
  if (list.data === undefined) {
    return (
      <Panel>
        {list.isError ? (
          <LoadFailed hint={serverText(list.error.message)} retry={() => void list.refetch()} />
        ) : (
          <Skeleton width="100%" height={320} />
        )}
      </Panel>
    );
  }
  const chosen = search.get("rule");
  const rule = chosen === null ? null : ruleOf(list.data, chosen);
  if (rule === null) {
    return <RuleList uid={uid} list={list.data} open={(one) => open(ruleKey(one))} add={() => open(NEW)} />;
  }
  return (
    <RuleEditor
      key={chosen}
      uid={uid}
      timezone={list.data.project.timezone}
      mayChange={list.data.may_change}
      first={rule}
      isNew={chosen === NEW}
      close={() => open(null)}
    />
  );
}

/** The rule that the address names; null: there is none of that name. */
function ruleOf({ items, quantities }: Answer<typeof listAlarmRules>, key: string): AlarmRule | null {
  if (key !== NEW) return items.find(({ rule }) => ruleKey(rule) === key)?.rule ?? null;
  return {
    kind: "measured",
    quantity: quantities.find((one) => one.endsWith("temperature_c")) ?? "cabinet_temperature_c",
    direction: "over",
    threshold: 65,
    minutes: 15,
    when: "always",
    severity: "warning",
    enabled: true,
  };
}
