import {
  cancelCommand,
  getCommand,
  giveCommandAgain,
  listCommands,
} from "@heliograph/contract/control/commands";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { Link } from "react-router";
import { useCall } from "../../../platform/api.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { Life } from "../../../ui/layout/Life.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";
import { mayChange } from "../../fleet/index.ts";
import { useAccount } from "../../identity/index.ts";
import { useControlView } from "../control-view.ts";
import { commandLife, commandTitle, deadMansSwitch, type CommandDetail } from "./command-life.ts";
import { commandQuery, lastCommandsQuery } from "./command-queries.ts";
import { commandName, thingName } from "./command-words.ts";
import { CommandTag } from "./CommandTag.tsx";
import { EvidenceChart } from "./EvidenceChart.tsx";
import styles from "./CommandLife.module.css";

/** The life of the command that the address names, or of the last one, with the evidence for it. */
export function CommandLife({ project }: { project: ProjectInfo }) {
  const { text } = useWords();
  const serverText = useServerText();
  const { view } = useControlView();
  const last = useQuery(lastCommandsQuery(project.project_uid));
  const uid = view.command ?? last.data?.items[0]?.command_uid ?? null;
  const query = useQuery({ ...commandQuery(uid ?? ""), enabled: uid !== null });
  const command = uid === null ? undefined : query.data;
  if (command !== undefined) {
    return <OneCommand key={command.command_uid} project={project} command={command} />;
  }
  const error = query.error ?? (view.command === null ? last.error : null);
  return (
    <Panel title={text("command.one")}>
      {error !== null ? (
        <PanelNote
          text={serverText(error.message)}
          retry={{ label: text("Try again"), run: () => void (query.isError ? query : last).refetch() }}
        />
      ) : uid === null && last.isSuccess ? (
        <PanelNote text={text("command.none")} />
      ) : (
        <Skeleton width="100%" height={280} />
      )}
    </Panel>
  );
}

function OneCommand({ project, command }: { project: ProjectInfo; command: CommandDetail }) {
  const words = useWords();
  const { text } = words;
  const { timezone } = project;
  const viewer = useAccount().data?.uid ?? null;
  const title = commandTitle(command, words);
  const steps = commandLife({ command, words, place: { timezone }, viewer });
  const note = deadMansSwitch(command, words);
  const stateWords = {
    done: text("command.step.done"),
    now: text("command.step.now"),
    due: text("command.step.due"),
    failed: text("command.step.failed"),
  };
  const [device] = command.devices;
  return (
    <Panel title={title.name} extra={<CommandTag state={command.state} />}>
      <p className={styles.of}>
        {device === undefined
          ? thingName(command.gateway)
          : `${thingName(device)} · ${thingName(command.gateway)}`}{" "}
        · {text("command.uid", { uid: title.uid })}
      </p>
      <Others command={command} />
      <Life label={title.name} steps={steps} words={stateWords} />
      <VisuallyHidden role="status">{`${title.name}: ${text(`command.state.${command.state}`)}`}</VisuallyHidden>
      <Successor command={command} />
      {command.chart !== null && (
        <EvidenceChart command={command} chart={command.chart} timezone={timezone} />
      )}
      {note !== null && (
        <p className={styles.switch}>
          <Undo2 size={16} aria-hidden />
          <span>
            <b>{text("command.switch")}</b> {note}
          </span>
        </p>
      )}
      {mayChange(project) && <Actions command={command} />}
    </Panel>
  );
}

/** The devices of the same order, each with its own life. */
function Others({ command }: { command: CommandDetail }) {
  const { text } = useWords();
  const { show } = useControlView();
  const { others } = command;
  if (others.length < 2) return null;
  return (
    <div className={styles.others} role="group" aria-label={text("command.ofOrder")}>
      {others.map(({ command_uid, device, state }) => (
        <button
          key={command_uid}
          type="button"
          aria-pressed={command_uid === command.command_uid}
          data-state={state}
          onClick={() => show(command_uid)}
        >
          {device === null ? thingName(command.gateway) : thingName(device)}
        </button>
      ))}
    </div>
  );
}

/** What took its place. */
function Successor({ command: { superseded_by: by, project_uid } }: { command: CommandDetail }) {
  const words = useWords();
  if (by === null) return null;
  const search = new URLSearchParams({ project: project_uid, command: by.command_uid }).toString();
  return (
    <p className={styles.of}>
      {words.text("command.successor")} <Link to={`?${search}`}>{commandName(by.args, words)}</Link>
    </p>
  );
}

function Actions({ command }: { command: CommandDetail }) {
  const { text } = useWords();
  const serverText = useServerText();
  const { show } = useControlView();
  const cancel = useCall(cancelCommand, [listCommands, getCommand]);
  const again = useCall(giveCommandAgain, [listCommands, getCommand]);
  const failed = (error: Error) => say.error(serverText(error.message));
  const body = { command_uid: command.command_uid };
  if (!command.may_cancel && !command.may_give_again) return null;
  return (
    <div className={styles.actions}>
      {command.may_cancel && (
        <Button
          loading={cancel.isPending}
          onClick={() =>
            cancel.mutate(
              { body },
              { onSuccess: ({ message }) => say.success(serverText(message)), onError: failed },
            )
          }
        >
          {text("command.cancel")}
        </Button>
      )}
      {command.may_give_again && (
        <Button
          loading={again.isPending}
          onClick={() =>
            again.mutate(
              { body },
              {
                onSuccess: ({ message, command_uid }) => {
                  say.success(serverText(message));
                  show(command_uid);
                },
                onError: failed,
              },
            )
          }
        >
          {text("command.again")}
        </Button>
      )}
    </div>
  );
}
