import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { Suspense } from "react";
import { useParams, useSearchParams } from "react-router";
import { paths } from "../../../app/paths.ts";
import { setUpSteps } from "../../../app/set-up-steps.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { ProjectPage } from "../projects/ProjectPage.tsx";
import { StepLink, StepRow } from "./StepRow.tsx";
import styles from "./SetUpScreen.module.css";

/** /set-up/{id}: the first hour of a project, step by step, for those who may change it. */
export default function SetUpScreen() {
  const { id: uid = "" } = useParams();
  const [address] = useSearchParams();
  const t = useText();
  const format = useFormat();
  const named = setUpSteps.findIndex(({ step }) => step === address.get("step"));
  const at = Math.max(0, named);
  const { step, title, Component } = setUpSteps[at] ?? setUpSteps[0];
  const place = (project: ProjectInfo) =>
    [
      project.project_address,
      ...(project.project_type === "pv" ? [`${format.number(project.project_capacity_pv, 1)} kWp`] : []),
      project.timezone,
    ]
      .filter((part) => part !== "")
      .join(" · ");
  return (
    <ProjectPage title={title} writersOnly meta={place} actions={waysFrom(at)}>
      {(_, project) =>
        project === undefined ? (
          <>
            <Skeleton width="100%" height={50} />
            <Waiting />
          </>
        ) : (
          <>
            <StepRow uid={uid} step={step} />
            {/* A step's own title is the page's: for screen readers it is a part of the page all the same. */}
            <section key={`${uid} ${step}`} className={styles.step} aria-label={t(title)}>
              <Suspense fallback={<Waiting />}>
                <Component uid={uid} />
              </Suspense>
            </section>
          </>
        )
      }
    </ProjectPage>
  );
}

const waysFrom = (at: number) => (project: ProjectInfo) => <Ways uid={project.project_uid} at={at} />;

/** Away from the page, and on to the next step. */
function Ways({ uid, at }: { uid: string; at: number }) {
  const t = useText();
  const next = setUpSteps[at + 1];
  return (
    <div className={styles.ways}>
      <LinkButton to={paths.project(uid)} look="plain">
        {t(next === undefined ? "setUp.toProject" : "setUp.later")}
      </LinkButton>
      {next !== undefined && (
        <StepLink uid={uid} step={next.step} look="button">
          {t("setUp.onTo", { step: t(next.label) })}
        </StepLink>
      )}
    </div>
  );
}

const Waiting = () => (
  <Panel>
    <Skeleton width="100%" height={420} />
  </Panel>
);
