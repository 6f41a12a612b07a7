import { useQuery } from "@tanstack/react-query";
import { paths } from "../../../app/paths.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { LoadFailed, ProjectPage } from "../../fleet/index.ts";
import { EscalationForm } from "./EscalationForm.tsx";
import { EscalationSteps } from "./EscalationSteps.tsx";
import { escalationQuery } from "./escalation-queries.ts";
import styles from "./Escalation.module.css";

/** /alarms/escalation/{id}: who is told, one after the other, of a project's alarms that nobody has taken. */
export default function EscalationScreen() {
  return <ProjectPage title="escalation.title">{(uid) => <Escalation uid={uid} />}</ProjectPage>;
}

function Escalation({ uid }: { uid: string }) {
  const { text } = useWords();
  const serverText = useServerText();
  const { data, isError, error, refetch } = useQuery(escalationQuery(uid));
  return (
    <Panel
      title={text("escalation.who")}
      extra={
        <LinkButton look="plain" to={paths.alarmRules(uid)}>
          {text("escalation.rules")}
        </LinkButton>
      }
    >
      {data !== undefined ? (
        <>
          <p className={styles.hint}>{text("escalation.hint")}</p>
          {data.may_change ? (
            <EscalationForm uid={uid} kept={data} />
          ) : (
            <EscalationSteps least={data.least_severity} steps={data.steps} />
          )}
        </>
      ) : isError ? (
        <LoadFailed hint={serverText(error.message)} retry={() => void refetch()} />
      ) : (
        <Skeleton width="100%" height={240} />
      )}
    </Panel>
  );
}
