import type { ImportItem } from "@heliograph/contract/telemetry/import/import-shapes";
import { listImports, stopImport, undoImport } from "@heliograph/contract/telemetry/import/imports";
import { CircleCheck, CircleDashed, CircleX, Undo2 } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useWords, type Words } from "../../../platform/words.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { Tag } from "../../../ui/feedback/StatusTag.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useFault } from "./use-draft.ts";
import styles from "./ImportList.module.css";

const Confirm = lazy(async () => ({
  default: (await import("../../../ui/controls/windows/Confirm.tsx")).Confirm,
}));
const ZONE = browserZone();

/** Imports of the project: what is under way, what became of the others, and the way back. */
export function ImportList({ uid, items }: { uid: string; items: readonly ImportItem[] }) {
  const words = useWords();
  const { text, format } = words;
  const fault = useFault();
  const stop = useCall(stopImport, [listImports]);
  const undo = useCall(undoImport, [listImports]);
  const [undoing, setUndoing] = useState<ImportItem | null>(null);
  const { mutate } = stop;
  const columns = useMemo(
    () =>
      listColumns(words, {
        stop: ({ import_uid }) => mutate({ query: { import_uid } }, { onError: fault }),
        undo: setUndoing,
      }),
    [words, mutate, fault],
  );
  return (
    <Panel flush title={text("import.list")}>
      <DataTable
        label={text("import.list")}
        columns={columns}
        rows={items}
        idOf={({ import_uid }) => import_uid}
        empty={<PanelNote text={text("import.none")} />}
      />
      {undoing !== null && (
        <Suspense>
          <Confirm
            key={uid}
            title={text("import.undoTitle")}
            hint={text("import.undoHint", {
              n: format.number(undoing.stored),
              d: format.number(undoing.days),
              files: undoing.files.join(", "),
            })}
            yes={text("import.undo")}
            no={text("Cancel")}
            danger
            run={() => undo.mutateAsync({ query: { import_uid: undoing.import_uid } }).catch(fault)}
            close={() => setUndoing(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

interface Ways {
  readonly stop: (item: ImportItem) => void;
  readonly undo: (item: ImportItem) => void;
}

function listColumns(words: Words, ways: Ways): readonly Column<ImportItem>[] {
  const { text, format } = words;
  const about = ({ devices, presets }: ImportItem) =>
    [
      devices.length <= 3 ? devices.join(", ") : text("import.devices", { n: format.number(devices.length) }),
      presets.length === 0 ? text("import.own") : presets.join(", "),
    ]
      .filter((part) => part !== "")
      .join(" · ");
  return [
    {
      id: "started",
      label: text("import.started"),
      value: ({ started_at }) => started_at,
      cell: ({ started_at }) => format.dateTime(started_at === null ? null : Date.parse(started_at), ZONE),
    },
    {
      id: "files",
      label: text("import.files"),
      rowHead: true,
      value: ({ files }) => files.join(", "),
      cell: (item) => (
        <span className={styles.files}>
          <b>{item.files.join(", ")}</b>
          <span>{about(item)}</span>
        </span>
      ),
    },
    {
      id: "by",
      label: text("import.by"),
      value: ({ by }) => by?.name ?? null,
      cell: ({ by }) => (by === null ? "–" : by.is_you ? text("import.you") : by.name),
    },
    {
      id: "progress",
      label: text("import.progress"),
      value: ({ state }) => state,
      cell: (item) => <Progress item={item} words={words} />,
    },
    ...countColumns(words),
    {
      id: "way",
      label: text("import.way"),
      hideLabel: true,
      value: () => null,
      cell: (item) => <Way item={item} ways={ways} />,
    },
  ];
}

/** Readings stored and refused. */
function countColumns({ text, format }: Words): readonly Column<ImportItem>[] {
  return [
    {
      id: "stored",
      label: text("import.stored"),
      numeric: true,
      value: ({ stored }) => stored,
      // How many it is, is known at the end.
      cell: ({ state, stored }) => format.number(state === "waiting" || state === "storing" ? null : stored),
    },
    {
      id: "refused",
      label: text("import.refused"),
      numeric: true,
      value: ({ refused }) => refused,
      cell: ({ refused }) => format.number(refused),
    },
  ];
}

function Way({ item, ways }: { item: ImportItem; ways: Ways }) {
  const { text } = useWords();
  const { state, stored, completed, files } = item;
  const name = files.join(", ");
  if (state === "waiting" || state === "storing") {
    return (
      <Button aria-label={`${text("import.stop")}: ${name}`} onClick={() => ways.stop(item)}>
        {text("import.stop")}
      </Button>
    );
  }
  const isOver = state === "done" || state === "stopped" || state === "failed";
  if (!isOver || stored + completed === 0) return null;
  return (
    <Button
      icon={<Undo2 size={15} aria-hidden />}
      aria-label={`${text("import.undo")}: ${name}`}
      onClick={() => ways.undo(item)}
    >
      {text("import.undo")}
    </Button>
  );
}

const MS = 1000;

function Progress({ item, words }: { item: ImportItem; words: Words }) {
  const { text, format } = words;
  const { state, progress, left_s: left, days, fault } = item;
  if (state === "waiting" || state === "storing") {
    const share = progress ?? 0;
    const name = text("import.storing", { d: format.number(days) });
    return (
      <span className={styles.progress}>
        <span className={styles.said}>
          <span>{name}</span>
          <b>{format.percent(share * 100, 0)}</b>
        </span>
        <progress aria-label={name} value={share} max={1} />
        <span>
          {left === null ? text("import.liveFirst") : text("import.left", { t: spanOf(left, words) })}
        </span>
      </span>
    );
  }
  if (state === "energy") {
    return <span role="status">{text("import.following", { d: format.number(days) })}</span>;
  }
  if (state === "undoing") return <span role="status">{text("import.undoing")}</span>;
  if (state === "undone") {
    return <Tag tone="not_configured" icon={CircleDashed} label={text("import.undone")} small />;
  }
  if (state === "failed") return <Failed title={text("import.failed")} fault={fault} />;
  const took = spanOf(tookOf(item), words);
  const label = text(state === "stopped" ? "import.stopped" : "import.doneIn", { t: took });
  return (
    <span className={styles.progress}>
      <Tag
        tone={state === "stopped" ? "warning" : "normal"}
        icon={state === "stopped" ? CircleX : CircleCheck}
        label={label}
        small
      />
      <span>
        {[
          ...(item.energy_wh === null ? [] : [`${format.energyKwh(item.energy_wh)} kWh`]),
          text("import.days", { n: format.number(days) }),
          ...(fault === null ? [] : [fault]),
        ].join(", ")}
      </span>
    </span>
  );
}

function Failed({ title, fault }: { title: string; fault: string | null }) {
  return (
    <span className={styles.progress}>
      <Tag tone="warning" icon={CircleX} label={title} small />
      <span>{fault}</span>
    </span>
  );
}

const tookOf = ({ started_at, ended_at }: ImportItem) =>
  started_at === null || ended_at === null ? 0 : (Date.parse(ended_at) - Date.parse(started_at)) / MS;

/** Seconds as people say them. */
function spanOf(seconds: number, { text, format }: Words): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return text("import.seconds", { s: format.number(whole) });
  return text("import.minutes", { m: format.number(Math.floor(whole / 60)), s: format.number(whole % 60) });
}
