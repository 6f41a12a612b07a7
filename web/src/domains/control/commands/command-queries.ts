// The commands of a project as its screens ask for them.
import { getCommand, listCommands, type CommandState } from "@heliograph/contract/control/commands";
import { useQueryClient } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import { useLiveCommands } from "../../../platform/live.ts";

/** So many are shown beside the other panels. */
const LAST = 5;
/** And so many a page of the history. */
export const HISTORY_ROWS = 20;

/** The last commands of a project. */
export const lastCommandsQuery = (project_uid: string) =>
  ask(listCommands, { query: { project_uid, items_page: LAST } });

/** What the history is narrowed to; null: not. */
export interface CommandsWanted {
  readonly state: CommandState | null;
  readonly gateway: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly page: number;
}

/** A page of the history. */
export const historyQuery = (
  project_uid: string,
  { state, gateway, from, to, page }: CommandsWanted,
  rows = HISTORY_ROWS,
) =>
  ask(listCommands, {
    query: {
      project_uid,
      page,
      items_page: rows,
      ...(state === null ? {} : { state }),
      ...(gateway === null ? {} : { gateway_uid: gateway }),
      ...(from === null ? {} : { from_date: from }),
      ...(to === null ? {} : { to_date: to }),
    },
  });

/** One command with its life. */
export const commandQuery = (command_uid: string) => ask(getCommand, { query: { command_uid } });

/** While mounted, what is shown of the project's commands is asked for anew whenever one of them has gone on. */
export function useFollowCommands(project_uid: string): void {
  const queries = useQueryClient();
  useLiveCommands(project_uid, () => {
    void queries.invalidateQueries({ queryKey: [listCommands.name] });
    void queries.invalidateQueries({ queryKey: [getCommand.name] });
  });
}
