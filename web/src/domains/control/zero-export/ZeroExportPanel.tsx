import type { ZeroExportGateway } from "@heliograph/contract/control/zero-export";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Blank, PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { ClearLog } from "./ClearLog.tsx";
import { GatewayZeroExport } from "./GatewayZeroExport.tsx";
import { NzeLog } from "./NzeLog.tsx";
import { useZeroExport } from "./zero-export-queries.ts";
import styles from "./ZeroExport.module.css";

/** What is open over the panel. */
type Window = "log" | "clear" | null;

/** Zero export of each gateway of a project: its switch, its rule, its drills and its log. */
export function ZeroExportPanel({ project }: { project: ProjectInfo }) {
  const { text } = useWords();
  const serverText = useServerText();
  const [window, setWindow] = useState<Window>(null);
  const found = useZeroExport(project.project_uid);
  const gateways = found.data?.gateways;
  const mayChange = project.project_role_to_user !== "read_only";
  if (project.project_type !== "pv") return null;
  if (gateways === undefined && found.isError) {
    return (
      <Panel title={text("nze.title")}>
        <Blank
          failed
          small
          title={text("Data is not available")}
          hint={serverText(found.error.message)}
          action={<Button onClick={() => void found.refetch()}>{text("Try again")}</Button>}
        />
      </Panel>
    );
  }
  const buttons = gateways !== undefined && gateways.length > 0 && (
    <>
      <Button size="small" icon={<ScrollText size={15} aria-hidden />} onClick={() => setWindow("log")}>
        {text("nze.log")}
      </Button>
      {mayChange && (
        <Button size="small" onClick={() => setWindow("clear")}>
          {text("nze.clear")}
        </Button>
      )}
    </>
  );
  return (
    <Panel title={text("nze.title")} extra={buttons} flush>
      {gateways === undefined ? (
        <div className={styles.gateway} aria-busy="true">
          <Skeleton width="60%" height={24} />
          <Skeleton width="80%" height={18} />
        </div>
      ) : (
        <Gateways
          gateways={gateways}
          project={project.project_uid}
          timezone={project.timezone}
          mayChange={mayChange}
        />
      )}
      {window === "log" && gateways !== undefined && (
        <NzeLog gateways={gateways} timezone={project.timezone} close={() => setWindow(null)} />
      )}
      {window === "clear" && gateways !== undefined && (
        <ClearLog gateways={gateways} close={() => setWindow(null)} />
      )}
    </Panel>
  );
}

interface GatewaysProps {
  readonly project: string;
  readonly gateways: readonly ZeroExportGateway[];
  readonly timezone: string;
  readonly mayChange: boolean;
}

/** Those with a meter at the grid one below the other; the others in one line. */
function Gateways({ gateways, project, timezone, mayChange }: GatewaysProps) {
  const { text } = useWords();
  const metered = gateways.filter(({ meter }) => meter !== null);
  const bare = gateways.filter(({ meter }) => meter === null);
  if (gateways.length === 0) return <PanelNote text={text("nze.noGateway")} />;
  return (
    <>
      {metered.map((gateway) => (
        <GatewayZeroExport
          key={gateway.gateway_info.uid}
          gateway={gateway}
          project={project}
          timezone={timezone}
          mayChange={mayChange}
        />
      ))}
      {bare.length > 0 && (
        <p className={styles.bare}>
          {text("nze.noMeter", {
            gateways: bare.map(({ gateway_info: { alias, serial } }) => alias ?? serial).join(", "),
          })}
        </p>
      )}
    </>
  );
}
