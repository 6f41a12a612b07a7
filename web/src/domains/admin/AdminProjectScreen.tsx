import { statusToShow } from "@heliograph/contract/kernel/plant-status";
import type { adminWidgetList } from "@heliograph/contract/admin/projects";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { paths } from "../../app/paths.ts";
import { useAppConfig } from "../../platform/app-config.ts";
import { isNotThere } from "../../platform/http.ts";
import { useServerText, useText } from "../../platform/i18n.tsx";
import { STATUS_TEXTS } from "../../platform/status-texts.ts";
import { useTitle } from "../../platform/title.ts";
import { usePhone } from "../../ui/layout/media.ts";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Blank, Skeleton } from "../../ui/feedback/states.tsx";
import { StatStrip } from "../../ui/layout/StatStrip.tsx";
import { StatusTag } from "../../ui/feedback/StatusTag.tsx";
import {
  DevicesPanel,
  FigureFrame,
  Freshness,
  projectValues,
  pvFigures,
  heaterStats,
  useWords,
} from "../monitoring/index.ts";
import { TicketPanel } from "../support/index.ts";
import { adminOverviewQuery } from "./AdminProjectScreen.loader.ts";
import { ClearCacheButton } from "./ClearCacheButton.tsx";
import styles from "./AdminProjectScreen.module.css";
import { Button } from "../../ui/controls/Button.tsx";
import { LinkButton } from "../../ui/controls/LinkButton.tsx";
import page from "../../ui/layout/Page.module.css";

type Overview = Answer<typeof adminWidgetList>;

/** /admin/{idProject}: the figures of any project, to look at, and its tickets. */
export default function AdminProjectScreen() {
  const { idProject: uid = "" } = useParams();
  const t = useText();
  const everyMs = useAppConfig().list_refresh_s * 1000;
  const query = useQuery({
    ...adminOverviewQuery(uid),
    refetchInterval: everyMs,
  });
  const overview = query.data;
  const waiting = overview === undefined && !query.isError;
  const name = overview?.project_info.project_ssoc_name ?? t("Overview");
  useTitle(name);
  return (
    <div className={page.page} aria-busy={query.isPending}>
      <header className={page.head}>
        <div className={page.name}>
          <nav className={page.crumb} aria-label={t("overview.path")}>
            <Link to={paths.admin()}>{t("admin.allProjects")}</Link>
            <span aria-hidden>/</span>
          </nav>
          <div className={page.title}>
            <h1>{name}</h1>
            {overview !== undefined && (
              <StatusTag status={statusToShow(overview)} label={t(STATUS_TEXTS[statusToShow(overview)])} />
            )}
            {waiting && <Skeleton width={90} height={26} />}
          </div>
          {overview !== undefined && <About overview={overview} />}
          {waiting && <AboutWaiting />}
        </div>
        <div className={styles.tools}>
          <Freshness
            timezone={overview?.widget_date_time_info.timezone ?? null}
            queries={[query]}
            refresh={query.refetch}
          />
          {overview !== undefined && <ClearCacheButton project={{ uid, name }} />}
          {waiting && <ToolWaiting />}
        </div>
      </header>
      {query.isError && overview === undefined ? (
        <Unreached error={query.error} retry={() => void query.refetch()} />
      ) : (
        <>
          <Figures overview={overview} />
          <div className={styles.columns}>
            <Devices overview={overview} />
            <TicketPanel uid={uid} side="support" mayWrite />
          </div>
        </>
      )}
    </div>
  );
}

function About({ overview }: { overview: Overview }) {
  const t = useText();
  const { project_address, project_capacity_pv } = overview.project_info;
  const { format } = useWords();
  const owners = overview.owners.map(({ display_name, email }) => `${display_name} <${email}>`).join(", ");
  return (
    <p className={`${page.meta} ${styles.about}`}>
      <span>{project_address === "" ? t("Updating") : project_address}</span>
      <span className={page.sep} />
      <span>{format.number(project_capacity_pv, 1)} kWp</span>
      <span className={page.sep} />
      <span>
        {t("admin.owner")}: {owners}
      </span>
    </p>
  );
}

/** As high as what it stands for, which pushes nothing down when it comes. */
function AboutWaiting() {
  const phone = usePhone();
  return (
    <div className={page.meta}>
      <Skeleton width={240} height={phone ? 60 : 20} />
    </div>
  );
}

/** A button is higher where a finger presses it. */
function ToolWaiting() {
  const phone = usePhone();
  return <Skeleton width={186} height={phone ? 44 : 36} />;
}

function Devices({ overview }: { overview: Overview | undefined }) {
  const phone = usePhone();
  if (overview !== undefined) return <DevicesPanel widget={overview} whole />;
  return (
    <Panel>
      <Skeleton width="100%" height={phone ? 590 : 340} />
    </Panel>
  );
}

function Figures({ overview }: { overview: Overview | undefined }) {
  const words = useWords();
  const phone = usePhone();
  if (overview === undefined) return <Skeleton width="100%" height={phone ? 228 : 106} />;
  const swh = overview.project_info.project_type === "swh";
  const values = projectValues(overview);
  return (
    <FigureFrame swh={swh}>
      <StatStrip stats={swh ? heaterStats(values, words) : pvFigures(values, words, phone)} />
    </FigureFrame>
  );
}

function Unreached({ error, retry }: { error: Error; retry: () => void }) {
  const t = useText();
  const serverText = useServerText();
  const missing = isNotThere(error);
  return (
    <Panel>
      <Blank
        failed={!missing}
        title={t(missing ? "Can not found any Project with this User" : "Data is not available")}
        {...(missing ? {} : { hint: serverText(error.message) })}
        action={
          missing ? (
            <LinkButton to={paths.admin()}>{t("Home")}</LinkButton>
          ) : (
            <Button type="primary" onClick={retry}>
              {t("Try again")}
            </Button>
          )
        }
      />
    </Panel>
  );
}
