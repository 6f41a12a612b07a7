import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { projectInfoQuery } from "../projects/project-queries.ts";
import { InvitePanel, type MadeLink } from "./InvitePanel.tsx";
import { InvitationsPanel } from "./InvitationsPanel.tsx";
import { MembersPanel } from "./MembersPanel.tsx";
import styles from "./PeopleStep.module.css";

/** Who takes part in the project, and who is invited: for its owners, who decide. */
export function PeopleStep({ uid }: { uid: string }) {
  const t = useText();
  const project = useQuery(projectInfoQuery(uid)).data?.project_info;
  const [link, setLink] = useState<MadeLink | null>(null);
  if (project === undefined) {
    return (
      <Panel>
        <Skeleton width="100%" height={420} />
      </Panel>
    );
  }
  if (project.project_role_to_user !== "owner") {
    return (
      <Panel title={t("people.title")}>
        <PanelNote text={t("people.ownersOnly")} />
      </Panel>
    );
  }
  return (
    <div className={styles.people}>
      <InvitePanel uid={uid} link={link} made={setLink} />
      <InvitationsPanel uid={uid} made={setLink} />
      <MembersPanel uid={uid} />
    </div>
  );
}
