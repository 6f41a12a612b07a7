import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "../../../app/paths.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import { useGateways } from "../gateways/use-gateways.ts";
import { LoadFailed } from "../projects/ProjectPage.tsx";
import { mayChange, projectInfoQuery } from "../projects/project-queries.ts";
import { AliasForm } from "./AliasForm.tsx";
import { AliasList } from "./AliasList.tsx";
import styles from "./AliasTab.module.css";
import { useAliases, useAliasesBusy } from "./alias-queries.ts";
import { ProjectChoice } from "./ProjectChoice.tsx";
import type { SettingTabProps } from "./setting-props.ts";

/** M82: what the gateways and devices of a project are called, for those who may change it with the buttons of M83. */
export function AliasTab({ uid, choice }: SettingTabProps) {
  const t = useText();
  const busy = useAliasesBusy();
  return (
    <div className={styles.tab}>
      {choice !== null && <ProjectChoice {...choice} disabled={busy} />}
      {uid === null ? (
        <Blank title={t("aliases.chooseFirst")} small />
      ) : (
        <ProjectAliases key={uid} uid={uid} />
      )}
    </div>
  );
}

function ProjectAliases({ uid }: { uid: string }) {
  const serverText = useServerText();
  const project = useQuery(projectInfoQuery(uid));
  const gateways = useGateways(uid);
  const aliases = useAliases(uid);
  const [editing, setEditing] = useState(false);
  const failed = [project, gateways, aliases].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    const retry = () => void Promise.all([project.refetch(), gateways.refetch(), aliases.refetch()]);
    return <LoadFailed hint={serverText(failed.error?.message ?? "")} retry={retry} />;
  }
  const info = project.data?.project_info;
  if (info === undefined || gateways.data === undefined || aliases.data === undefined) {
    return (
      <div className={styles.project} aria-busy>
        <Skeleton width={220} height={24} />
        <Skeleton width="100%" height={280} />
      </div>
    );
  }
  const own = { uid, gateways: gateways.data, aliases: aliases.data };
  return (
    <div className={styles.project}>
      <h3>{info.project_ssoc_name}</h3>
      {own.gateways.length === 0 ? (
        <NoGateway uid={uid} writes={mayChange(info)} />
      ) : editing ? (
        <AliasForm {...own} done={() => setEditing(false)} />
      ) : (
        <AliasList {...own} {...(mayChange(info) ? { edit: () => setEditing(true) } : {})} />
      )}
    </div>
  );
}

/** A project has aliases once it has a gateway. */
function NoGateway({ uid, writes }: { uid: string; writes: boolean }) {
  const t = useText();
  return (
    <Blank
      small
      title={t("This project has no gateway")}
      action={writes && <LinkButton to={paths.setUp(uid, "gateway")}>{t("aliases.addGateway")}</LinkButton>}
    />
  );
}
