import type { SetUpStep } from "@heliograph/contract/fleet/commissioning";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { paths } from "../../../app/paths.ts";
import { setUpSteps } from "../../../app/set-up-steps.ts";
import { useGuarded } from "../../../platform/form/unsaved.ts";
import { useText } from "../../../platform/i18n.tsx";
import link from "../../../ui/controls/LinkButton.module.css";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";
import { setUpQuery } from "./set-up-queries.ts";
import styles from "./StepRow.module.css";

/** Of the step before it so much is left in sight, px. */
const BEFORE_PX = 48;

/** Where the row is wider than a phone the step that is open is in sight; the page stays where it is. */
function bringToSight(step: HTMLLIElement | null): void {
  if (step?.parentElement) step.parentElement.scrollLeft = step.offsetLeft - BEFORE_PX;
}

/** The steps of the first hour, which of them are done, and the one that is open. */
export function StepRow(given: { uid: string; step: SetUpStep }) {
  const { uid, step: open } = given;
  const t = useText();
  const done = useQuery(setUpQuery(uid)).data?.steps_done ?? [];
  const finished = setUpSteps.filter(({ step }) => done.includes(step)).length;
  return (
    <nav className={styles.row} aria-label={t("setUp.steps")}>
      <ol className={styles.steps}>
        {setUpSteps.map(({ step, label }, at) => (
          <li key={step} ref={step === open ? bringToSight : undefined}>
            <StepLink uid={uid} step={step} open={step === open}>
              <span className={styles.mark} data-done={done.includes(step) || undefined} aria-hidden>
                {done.includes(step) && step !== open ? <Check size={14} strokeWidth={2.6} /> : at + 1}
              </span>
              {t(label)}
              {done.includes(step) && <VisuallyHidden>{`, ${t("setUp.stepDone")}`}</VisuallyHidden>}
            </StepLink>
          </li>
        ))}
      </ol>
      <p className={styles.count}>{t("setUp.count", { n: finished, of: setUpSteps.length })}</p>
    </nav>
  );
}

/** A way to a step of the same page: what is not saved in the open one is asked about first. */
export function StepLink(given: {
  uid: string;
  step: SetUpStep;
  open?: boolean;
  look?: "step" | "button";
  children: ReactNode;
}) {
  const { uid, step, open = false, look = "step", children } = given;
  const navigate = useNavigate();
  const guarded = useGuarded();
  const to = paths.setUp(uid, step);
  const press = (event: MouseEvent) => {
    // Another tab or window takes nothing away.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    guarded(() => void navigate(to));
  };
  return (
    <Link
      to={to}
      className={look === "button" ? link["link"] : styles.step}
      {...(look === "button" ? { "data-look": "plain" } : {})}
      aria-current={open ? "step" : undefined}
      onClick={press}
    >
      {children}
    </Link>
  );
}
