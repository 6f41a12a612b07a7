import type { LossWaterfall } from "@heliograph/contract/monitoring/losses";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useServerText } from "../../../platform/i18n.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { LoadFailed, ProjectPage } from "../../fleet/index.ts";
import { useWords } from "../words.ts";
import { LossControls } from "./LossControls.tsx";
import { LossMatrix } from "./LossMatrix.tsx";
import { LossStepPanel } from "./LossStepPanel.tsx";
import { LossSwatch, type LossLook } from "./LossBar.tsx";
import { LossTable } from "./LossTable.tsx";
import { lossQuery } from "./loss-queries.ts";
import { useLossView } from "./use-loss-view.ts";
import type { WaterfallStep } from "./losses-view.ts";
import { isHatched, missingText, waterfallOf, type Waterfall } from "./waterfall.ts";
import styles from "./LossesScreen.module.css";

const controls = (project: ProjectInfo) => <LossControls project={project} />;
const meta = (project: ProjectInfo) => <Meta project={project} />;

/** /losses/{id}: where the energy of the sun went, to the last watt-hour, and who can get it back. */
export default function LossesScreen() {
  return (
    <ProjectPage title="losses.page" pvOnly actions={controls} meta={meta}>
      {(uid, project) =>
        project === undefined ? <Waiting /> : <Losses key={uid} uid={uid} project={project} />
      }
    </ProjectPage>
  );
}

function Meta({ project }: { project: ProjectInfo }) {
  const { text } = useWords();
  return (
    <>
      {project.timezone} · {text("losses.meta")}
    </>
  );
}

const TABLE_HEIGHT = 520;

function Waiting() {
  return (
    <Panel>
      <Skeleton width="100%" height={TABLE_HEIGHT} />
    </Panel>
  );
}

function Losses({ uid, project }: { uid: string; project: ProjectInfo }) {
  const { text } = useWords();
  const serverText = useServerText();
  const { view } = useLossView(project.timezone);
  const query = useQuery({ ...lossQuery(uid, view), placeholderData: keepPreviousData });
  const { data } = query;
  if (query.isError && data === undefined) {
    return (
      <Panel>
        <LoadFailed hint={serverText(query.error.message)} retry={() => void query.refetch()} />
      </Panel>
    );
  }
  if (data === undefined) return <Waiting />;
  if (data.reason !== null || data.energy_wh === null || data.cost_vnd === null) {
    return (
      <Panel>
        <Blank
          title={text(data.reason === "no_irradiance" ? "losses.needsLight" : "losses.nothing")}
          {...(data.reason === "no_irradiance" ? { hint: text("losses.needsLightHint") } : {})}
        />
      </Panel>
    );
  }
  return <Shown uid={uid} project={project} answer={data} renewing={query.isPlaceholderData} />;
}

const LEGEND = [
  "physics",
  "chosen",
  "repair",
  "estimated",
  "residual",
  "measured",
] as const satisfies LossLook[];

interface ShownProps {
  readonly uid: string;
  readonly project: ProjectInfo;
  readonly answer: LossWaterfall;
  readonly renewing: boolean;
}

function Shown({ uid, project, answer, renewing }: ShownProps) {
  const { text, format } = useWords();
  const { view, change } = useLossView(project.timezone);
  const { energy_wh, cost_vnd, commanded } = answer;
  const waterfall = useMemo(
    () => (energy_wh === null || cost_vnd === null ? null : waterfallOf(energy_wh, cost_vnd, commanded)),
    [energy_wh, cost_vnd, commanded],
  );
  if (waterfall === null) return null;
  const { step } = view;
  return (
    <div className={styles.page} aria-busy={renewing}>
      <div className={styles.columns} data-open={step === null ? undefined : ""}>
        <div>
          <Steps
            answer={answer}
            waterfall={waterfall}
            chosen={step}
            onChoose={(next) => change({ step: next })}
          />
          {answer.estimated_base_wh > 0 && (
            <p className={styles.under}>
              {text("losses.estimatedLight", { kwh: format.number(answer.estimated_base_wh / 1000, 1) })}
            </p>
          )}
        </div>
        {step !== null && (
          <LossStepPanel
            key={step}
            uid={uid}
            answer={answer}
            step={step}
            row={waterfall.rows.find(({ key }) => key === step)}
            onClose={() => change({ step: null })}
          />
        )}
      </div>
      {answer.devices.length > 1 && <LossMatrix answer={answer} />}
    </div>
  );
}

interface StepsProps {
  readonly answer: LossWaterfall;
  readonly waterfall: Waterfall;
  readonly chosen: WaterfallStep | null;
  readonly onChoose: (step: WaterfallStep | null) => void;
}

/** The panel of the steps, with what the colours mean; on a phone with the choice of kWh or VND. */
function Steps({ answer, waterfall, chosen, onChoose }: StepsProps) {
  const words = useWords();
  const { text, format } = words;
  const phone = usePhone();
  const [unit, setUnit] = useState<"kwh" | "vnd">("kwh");
  const { from } = waterfall.axis;
  const axis = from > 0 && (
    <small className={styles.axis}>{text("losses.axis", { kwh: format.number(from, 0) })}</small>
  );
  const units = (
    <Segmented<"kwh" | "vnd">
      label={text("losses.unit")}
      value={unit}
      options={[
        { value: "kwh", label: "kWh" },
        { value: "vnd", label: "VND" },
      ]}
      onChange={setUnit}
    />
  );
  const title = (
    <>
      {text("losses.title")}
      {axis}
    </>
  );
  return (
    <Panel flush title={title} extra={phone ? units : <Legend />}>
      {isHatched(answer) && (
        <p className={styles.missing} role="note">
          {text("losses.incomplete", { days: missingText(answer, words) })}
        </p>
      )}
      <LossTable {...{ answer, waterfall, unit, chosen, onChoose }} />
    </Panel>
  );
}

/** What the colours of the bars mean. */
function Legend() {
  const { text } = useWords();
  return (
    <ul className={styles.legend} aria-hidden>
      {LEGEND.map((look) => (
        <li key={look}>
          <LossSwatch look={look} />
          {text(`losses.look.${look}`)}
        </li>
      ))}
    </ul>
  );
}
