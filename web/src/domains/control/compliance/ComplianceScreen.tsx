import { zeroExportGateways, type ZeroExportGateway } from "@heliograph/contract/control/zero-export";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { NotFound } from "../../../app/shell/UnknownScreen.tsx";
import { ask } from "../../../platform/api.ts";
import { isNotThere } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useTitle } from "../../../platform/title.ts";
import { useWords } from "../../../platform/words.ts";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { StatStrip, StatStripSkeleton } from "../../../ui/layout/StatStrip.tsx";
import { LoadFailed, mayChange } from "../../fleet/index.ts";
import { projectInfoQuery } from "../../fleet/projects/project-queries.ts";
import { useCompliance, type ComplianceMonth } from "./compliance-queries.ts";
import { useComplianceView } from "./compliance-view.ts";
import { monthStats } from "./compliance-words.ts";
import { ComplianceControls } from "./ComplianceControls.tsx";
import { ComplianceMeta, NzeTag } from "./ComplianceMeta.tsx";
import { DayByDay } from "./DayByDay.tsx";
import { ComplianceDay } from "./ComplianceDay.tsx";
import { DrillPanel } from "./DrillPanel.tsx";
import { ProofPanel } from "./ProofPanel.tsx";
import styles from "./Compliance.module.css";

/** /control/compliance: how a gateway kept to zero export, what that cost, and the proof of it. */
export default function ComplianceScreen() {
  const { text } = useWords();
  const { view } = useComplianceView("UTC");
  const uid = view.project ?? "";
  const known = view.project !== null;
  const found = useQuery({ ...projectInfoQuery(uid), enabled: known });
  const gateways = useQuery({
    ...ask(zeroExportGateways, { query: { project_uid: uid } }),
    enabled: known,
  });
  const project = found.data?.project_info;
  const title = text("compliance.title");
  useTitle(project === undefined ? title : `${title} · ${project.project_ssoc_name}`);
  if (isNotThere(found.error)) return <NotFound />;
  const metered = gateways.data?.gateways.filter(({ meter }) => meter !== null);
  const gateway =
    view.gateway === null
      ? metered?.[0]
      : metered?.find(({ gateway_info }) => gateway_info.uid === view.gateway);
  const failed = found.error ?? gateways.error;
  return (
    <div className={page.page} aria-busy={known && gateways.isPending}>
      <header className={page.head}>
        <div className={page.name}>
          <Crumb uid={view.project} project={project} />
          <div className={page.title}>
            <h1>{title}</h1>
            {gateway !== undefined && <NzeTag on={gateway.gateway_data.nze_status} />}
          </div>
          {project !== undefined && gateway !== undefined && (
            <ComplianceMeta gateway={gateway} timezone={project.timezone} />
          )}
        </div>
        {project !== undefined && gateway !== undefined && metered !== undefined && (
          <ComplianceControls project={project} gateway={gateway} gateways={metered} />
        )}
      </header>
      {!known || (metered !== undefined && project !== undefined && gateway === undefined) ? (
        <NoGateway project={view.project} />
      ) : failed !== null && (project === undefined || metered === undefined) ? (
        <Failed
          error={failed}
          retry={() => {
            void found.refetch();
            void gateways.refetch();
          }}
        />
      ) : project === undefined || gateway === undefined ? (
        <Waiting />
      ) : (
        <Month key={gateway.gateway_info.uid} project={project} gateway={gateway} />
      )}
    </div>
  );
}

function Crumb({ uid, project }: { uid: string | null; project: ProjectInfo | undefined }) {
  const { text } = useWords();
  return (
    <nav className={page.crumb} aria-label={text("overview.path")}>
      <Link to={paths.control(uid ?? undefined)}>{text("Control")}</Link>
      {project !== undefined && (
        <>
          <span aria-hidden>/</span>
          <span>{project.project_ssoc_name}</span>
        </>
      )}
    </nav>
  );
}

/** There is nothing to prove: no gateway of the address has a meter at the grid. */
function NoGateway({ project }: { project: string | null }) {
  const { text } = useWords();
  return (
    <Panel>
      <Blank
        title={text(project === null ? "compliance.choose" : "compliance.noMeter")}
        hint={text(project === null ? "compliance.chooseHint" : "compliance.noMeterHint")}
        action={<LinkButton to={paths.control(project ?? undefined)}>{text("Control")}</LinkButton>}
      />
    </Panel>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const serverText = useServerText();
  return (
    <Panel>
      <LoadFailed hint={serverText(error.message)} retry={retry} />
    </Panel>
  );
}

function Waiting() {
  return (
    <>
      <StatStripSkeleton stats={6} />
      <div className={styles.columns}>
        <Panel>
          <Skeleton width="100%" height={400} />
        </Panel>
        <Panel>
          <Skeleton width="100%" height={400} />
        </Panel>
      </div>
    </>
  );
}

interface Shown {
  readonly project: ProjectInfo;
  readonly gateway: ZeroExportGateway;
}

function Month({ project, gateway }: Shown) {
  const { month } = useComplianceView(project.timezone);
  const query = useCompliance(gateway.gateway_info.uid, month);
  const { data } = query;
  if (data === undefined) {
    return query.isError ? <Failed error={query.error} retry={() => void query.refetch()} /> : <Waiting />;
  }
  return <Panels {...{ project, gateway, data }} renewing={query.isPlaceholderData} />;
}

/** The day that is shown: the one of the address, else the last that was not kept, else the last that was judged. */
function shownDay({ days, month }: ComplianceMonth, day: string | null): string | null {
  if (day?.startsWith(month) === true) return day;
  return (days.findLast(({ verdict }) => verdict === "not_kept") ?? days.at(-1))?.day ?? null;
}

/** The panels in the order of the width: on a phone the days first, then the day, the proof, and the drills. */
function Panels({ project, gateway, data, renewing }: Shown & { data: ComplianceMonth; renewing: boolean }) {
  const words = useWords();
  const phone = usePhone();
  const { view, change } = useComplianceView(project.timezone);
  const day = shownDay(data, view.day);
  const stats = monthStats(data, words);
  const uid = gateway.gateway_info.uid;
  const days = (
    <DayByDay data={data} chosen={day} renewing={renewing} onOpen={(next) => change({ day: next })} />
  );
  const one = <ComplianceDay gateway_uid={uid} day={day} meter={data.meter?.alias ?? ""} />;
  const drills = <DrillPanel gateway={gateway} timezone={project.timezone} mayChange={mayChange(project)} />;
  const proof = <ProofPanel gateway_uid={uid} data={data} />;
  if (phone) {
    return (
      <>
        <StatStrip stats={stats} />
        {days}
        {one}
        {proof}
        {drills}
      </>
    );
  }
  return (
    <>
      <StatStrip stats={stats} />
      <div className={styles.columns}>
        {days}
        {one}
      </div>
      <div className={styles.columns}>
        {drills}
        {proof}
      </div>
    </>
  );
}
