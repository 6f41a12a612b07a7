import { mayChange, ProjectPage } from "../../fleet/index.ts";
import { CommentsPanel } from "../comments/CommentsPanel.tsx";
import { EventsPanel } from "./EventsPanel.tsx";
import styles from "./Events.module.css";

/** /events/{id}: what happened at a project, and what people say of it (M15). */
export default function EventsScreen() {
  return (
    <ProjectPage title="Events" meta={({ timezone }) => timezone}>
      {(uid, project) => {
        const of = { uid, timezone: project?.timezone ?? "UTC", mayWrite: mayChange(project) };
        return (
          <div className={styles.page}>
            <EventsPanel {...of} />
            <CommentsPanel {...of} />
          </div>
        );
      }}
    </ProjectPage>
  );
}
