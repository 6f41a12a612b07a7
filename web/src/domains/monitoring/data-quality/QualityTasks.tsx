import { dataQuality, type QualityTask } from "@heliograph/contract/monitoring/data-quality/data-quality";
import { CircleCheck, CircleX, Gauge, RadioTower, Unplug, type LucideIcon } from "lucide-react";
import { paths } from "../../../app/paths.ts";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { RatingForm } from "../../fleet/index.ts";
import { useWords } from "../words.ts";
import type { Quality } from "./quality-content.ts";
import { taskText } from "./quality-sentences.ts";
import styles from "./QualityTasks.module.css";

const ICONS: Record<QualityTask["kind"], LucideIcon> = {
  unrated: Gauge,
  rating_doubtful: Gauge,
  gateway_silent: RadioTower,
  device_silent: Unplug,
  refused: CircleX,
};

/** What only a person can do, each with the way to do it. Those who may only look are told what is, and asked to do nothing. */
export function QualityTasks({
  uid,
  quality,
  mayWrite,
}: {
  uid: string;
  quality: Quality;
  mayWrite: boolean;
}) {
  const { text, format } = useWords();
  const { tasks, events } = quality;
  const healed = events.filter((event) => event.state === "healed").length;
  return (
    <Panel
      title={
        <>
          {text(mayWrite ? "quality.tasks" : "quality.openPoints")}{" "}
          {tasks.length > 0 && <span className={styles.count}>{tasks.length}</span>}
        </>
      }
    >
      {tasks.length > 0 && (
        <ul className={styles.tasks}>
          {tasks.map((task, index) => (
            <Task
              key={`${task.kind} ${task.device_uid} ${task.gateway_uid} ${task.reason}`}
              {...{ uid, task, mayWrite, timezone: quality.timezone, first: index === 0 }}
            />
          ))}
        </ul>
      )}
      {(tasks.length === 0 || healed > 0) && (
        <p className={styles.healed}>
          <CircleCheck size={16} aria-hidden />
          {text(tasks.length === 0 ? "quality.allWell" : "quality.healed", { n: format.number(healed) })}
        </p>
      )}
    </Panel>
  );
}

function Task(given: {
  uid: string;
  task: QualityTask;
  mayWrite: boolean;
  timezone: string;
  first: boolean;
}) {
  const { uid, task, mayWrite, timezone, first } = given;
  const words = useWords();
  const { text } = words;
  const Icon = ICONS[task.kind];
  const device = task.device_uid;
  const search = device === null ? "" : `?${new URLSearchParams({ device }).toString()}`;
  const givesRating = task.kind === "unrated" && mayWrite && device !== null;
  const line = task.kind === "device_silent" || task.kind === "gateway_silent";
  return (
    <li data-task={task.kind}>
      <Icon size={17} aria-hidden />
      <div>
        <h3>{text(`quality.${mayWrite ? "task" : "point"}.${task.kind}`, { name: task.name })}</h3>
        <p>{taskText(task, { timezone, toDo: mayWrite }, words)}</p>
        <div className={styles.actions}>
          {givesRating && (
            <RatingForm uid={uid} device={device} name={task.name} first={first} stale={[dataQuality]} />
          )}
          <LinkButton to={paths.devices(uid) + search} look={first && !givesRating ? "primary" : "plain"}>
            {text(device === null ? "quality.toDevices" : "quality.toDevice")}
          </LinkButton>
          {line && mayWrite && (
            <LinkButton to={paths.support(uid)} look="plain">
              {text("quality.ticket")}
            </LinkButton>
          )}
        </div>
      </div>
    </li>
  );
}
