import { COMMAND_STATES, type CommandRow, type CommandState } from "@heliograph/contract/control/commands";
import { csvText } from "@heliograph/contract/kernel/csv";
import { localDay } from "@heliograph/contract/kernel/time";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useNow } from "../../../platform/clock.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { fileName, saveFile } from "../../../platform/save-file.ts";
import { pageTexts, useWords, type Words } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useGateways } from "../../fleet/index.ts";
import { useControlView } from "../control-view.ts";
import { HISTORY_ROWS, historyQuery, type CommandsWanted } from "./command-queries.ts";
import { commandName, evidenceText, targetText, thingName } from "./command-words.ts";
import { historyIn, withWanted, withoutHistory } from "./history-view.ts";
import { CommandTable } from "./CommandTable.tsx";
import styles from "./CommandTable.module.css";

/** All that a project's plants were told, narrowed and paged as the address says. */
export function CommandHistory({ project }: { project: ProjectInfo }) {
  const { text } = useWords();
  const [search, setSearch] = useSearchParams();
  const { view } = useControlView();
  const wanted = historyIn(search);
  const query = useQuery({ ...historyQuery(project.project_uid, wanted), placeholderData: keepPreviousData });
  const change = (part: Partial<CommandsWanted>) =>
    setSearch((before) => withWanted(before, part), { preventScrollReset: true, replace: true });
  const { data } = query;
  return (
    <Panel
      flush
      title={text("command.history")}
      renewing={query.isPlaceholderData}
      extra={
        <>
          <ExportButton project={project} wanted={wanted} />
          <Link className={styles.all} to={`?${withoutHistory(search).toString()}`}>
            {text("command.lastOnly")}
          </Link>
        </>
      }
    >
      <Filters project={project} wanted={wanted} change={change} />
      <CommandTable
        label={text("command.history")}
        query={query}
        timezone={project.timezone}
        marked={view.command}
        none={text("command.nothingFound")}
        pages={{
          size: HISTORY_ROWS,
          texts: pageTexts(text),
          of: { page: wanted.page, total: data?.total_items ?? 0, onPage: (page) => change({ page }) },
        }}
      />
    </Panel>
  );
}

const ANY = "any";
const MINUTE_MS = 60_000;

function Filters(given: {
  project: ProjectInfo;
  wanted: CommandsWanted;
  change: (part: Partial<CommandsWanted>) => void;
}) {
  const { project, wanted, change } = given;
  const { text } = useWords();
  const gateways = useGateways(project.project_uid);
  const today = localDay(project.timezone, useNow(MINUTE_MS));
  const states = COMMAND_STATES.map((value) => ({ value, label: text(`command.state.${value}`) }));
  const ofGateways = (gateways.data ?? []).map((one) => ({ value: one.gateway_uid, label: thingName(one) }));
  return (
    <div className={styles.filters}>
      <Select<CommandState | typeof ANY>
        label={text("command.stateOf")}
        options={[{ value: ANY, label: text("command.any") }, ...states]}
        value={wanted.state ?? ANY}
        onChange={(state) => change({ state: state === ANY ? null : state })}
      />
      {ofGateways.length > 1 && (
        <Select
          label={text("command.gateway")}
          options={[{ value: ANY, label: text("command.any") }, ...ofGateways]}
          value={wanted.gateway ?? ANY}
          onChange={(gateway) => change({ gateway: gateway === ANY ? null : gateway })}
        />
      )}
      <DateField
        label={text("command.from")}
        today={today}
        max={today}
        value={wanted.from}
        onChange={(from) => change({ from })}
        onClear={() => change({ from: null })}
      />
      <DateField
        label={text("command.to")}
        today={today}
        max={today}
        value={wanted.to}
        onChange={(to) => change({ to })}
        onClear={() => change({ to: null })}
      />
    </div>
  );
}

/** So many rows travel at once, and so many are exported at most. */
const EXPORT_PAGE = 100;
const EXPORT_PAGES = 100;

/** Saves the rows that match as a file. */
function ExportButton({ project, wanted }: { project: ProjectInfo; wanted: CommandsWanted }) {
  const words = useWords();
  const serverText = useServerText();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const rows: CommandRow[] = [];
      for (let page = 1; page <= EXPORT_PAGES; page += 1) {
        const question = historyQuery(project.project_uid, { ...wanted, page }, EXPORT_PAGE);
        const { items, total_items } = await queries.fetchQuery({ ...question, staleTime: 0 });
        rows.push(...items);
        if (items.length === 0 || rows.length >= total_items) break;
      }
      const name = fileName(`${project.project_ssoc_name} ${words.text("command.history")}`, "csv");
      saveFile(name, historyCsv(rows, words, project.timezone));
    } catch (error) {
      say.error(serverText(error instanceof Error ? error.message : "Something went wrong"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<Download size={16} aria-hidden />} loading={busy} onClick={() => void save()}>
      {words.text("command.export")}
    </Button>
  );
}

function historyCsv(rows: readonly CommandRow[], words: Words, timezone: string): string {
  const { text, format } = words;
  const head = [
    `${text("command.time")} (${timezone})`,
    text("command.one"),
    text("command.for"),
    text("command.gateway"),
    text("command.who"),
    text("command.stateOf"),
    text("command.evidence"),
  ];
  const lines = rows.map((row) => [
    format.dateTime(Date.parse(row.created_at), timezone),
    commandName(row.args, words),
    targetText(row, words),
    thingName(row.gateway),
    row.by?.display_name ?? text(`command.cause.${row.cause}`),
    text(`command.state.${row.state}`),
    evidenceText(row, words, { timezone }),
  ]);
  return csvText(head, lines, format.lang);
}
