import type { AlarmSeverity } from "@heliograph/contract/monitoring/alarms";
import type { EscalationStep } from "@heliograph/contract/notices/escalation";
import { useWords } from "../../../platform/words.ts";
import { Blank } from "../../../ui/feedback/states.tsx";
import styles from "./Escalation.module.css";

/** The escalation as those see it who may not change it. */
export function EscalationSteps(given: { least: AlarmSeverity; steps: readonly EscalationStep[] }) {
  const { least, steps } = given;
  const { text } = useWords();
  if (steps.length === 0) return <Blank small title={text("escalation.none")} />;
  return (
    <>
      <p>{text("escalation.from", { severity: text(`escalation.${least}`) })}</p>
      <ol className={styles.list}>
        {steps.map(({ account_uid, name, minutes, is_reached }) => (
          <li key={account_uid}>
            {text("escalation.step", { name, n: minutes })}
            {!is_reached && <span className={styles.passed}>{text("escalation.passedOver")}</span>}
          </li>
        ))}
      </ol>
    </>
  );
}
