import type { ProjectType } from "@heliograph/contract/fleet/project-types";
import { useText } from "../../platform/i18n.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import styles from "./Faq.module.css";

/** What people ask of the product, the most frequent first. */
const QUESTIONS = [
  "offline",
  "missing",
  "corrected",
  "source",
  "ratio",
  "savings",
  "co2",
  "zone",
  "export",
  "warranty",
  "roles",
] as const;
/** Of these hot-water projects have nothing (M29). */
const PV_ONLY: ReadonlySet<(typeof QUESTIONS)[number]> = new Set([
  "source",
  "ratio",
  "savings",
  "co2",
  "export",
  "warranty",
]);

/** Questions that unfold their answers; the browser's own search finds what is folded. */
export function Faq({ type }: { type: ProjectType }) {
  const t = useText();
  const questions = QUESTIONS.filter((question) => type === "pv" || !PV_ONLY.has(question));
  return (
    <Panel title={t("support.faq")}>
      <div className={styles.questions}>
        {questions.map((question) => (
          <details key={question}>
            <summary>{t(`faq.${question}`)}</summary>
            <p>{t(`faq.${question}.answer`)}</p>
          </details>
        ))}
      </div>
    </Panel>
  );
}
