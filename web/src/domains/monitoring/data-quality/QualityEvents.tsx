import type { QualityEvent } from "@heliograph/contract/monitoring/data-quality/data-quality";
import { csvText } from "@heliograph/contract/kernel/csv";
import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Download,
  Gauge,
  Pencil,
  RotateCcw,
  TriangleAlert,
  Unplug,
  Zap,
  type LucideIcon,
} from "lucide-react";
import { useCallback, useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { fileName, saveFile } from "../../../platform/save-file.ts";
import { pageTexts } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { FilterChips } from "../../../ui/controls/FilterChips.tsx";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { Tag } from "../../../ui/feedback/StatusTag.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useWords, type Words } from "../words.ts";
import { eventsTable, QUALITY_CHIPS, type Quality, type QualityChip } from "./quality-content.ts";
import { addressOfImport } from "./missing-days.ts";
import { doneText, seenText } from "./quality-sentences.ts";
import { withQuality } from "./quality-view.ts";
import styles from "./QualityEvents.module.css";

const ROWS = 25;

const KINDS: Record<QualityEvent["kind"], LucideIcon> = {
  gap: Unplug,
  reset: RotateCcw,
  glitch: Zap,
  spike: Zap,
  power_above_rating: Gauge,
  correction: Pencil,
  refused: CircleX,
};
const STATES = {
  open: { tone: "warning", icon: TriangleAlert },
  healed: { tone: "normal", icon: CircleCheck },
  missing: { tone: "not_configured", icon: CircleDashed },
} as const;

interface Props {
  readonly name: string;
  /** Where missing days are imported; null for those who may only look. */
  readonly importInto: string | null;
  readonly quality: Quality;
  /** Those of the cell that is looked at. */
  readonly chosen: readonly QualityEvent[];
  readonly chip: QualityChip | null;
  readonly onChip: (chip: QualityChip | null) => void;
  readonly onOpen: (event: QualityEvent) => void;
}

/** What was seen, what was done about it, and how it stands. */
export function QualityEvents(given: Props) {
  const { name, importInto, quality, chosen, chip, onChip, onOpen } = given;
  const words = useWords();
  const { text, format } = words;
  const rows = useMemo(
    () => (chip === null ? quality.events : quality.events.filter(QUALITY_CHIPS[chip])),
    [quality, chip],
  );
  const columns = useMemo(
    () => columnsOf({ timezone: quality.timezone, importInto }, words),
    [quality.timezone, importInto, words],
  );
  const card = useCallback(
    (event: QualityEvent) => <Card {...{ event, timezone: quality.timezone, importInto }} />,
    [quality.timezone, importInto],
  );
  const marked = new Set(chosen.map(({ id }) => id));
  const save = () => {
    const { head, rows: lines } = eventsTable(quality, rows, words);
    const title = `${name} ${text("quality.events")} ${quality.from_date} ${quality.to_date}`;
    saveFile(fileName(title, "csv"), csvText(head, lines, format.lang));
  };
  return (
    <Panel flush className={styles.events}>
      <div className={styles.bar} data-quality-chips="">
        <h2>{text("quality.events")}</h2>
        <Chips {...{ quality, chip, onChip }} />
        <Button
          className={styles.save}
          icon={<Download size={16} aria-hidden />}
          disabled={rows.length === 0}
          onClick={save}
        >
          {text("quality.csv")}
        </Button>
      </div>
      <div data-quality-events="">
        <DataTable
          label={text("quality.events")}
          columns={columns}
          rows={rows}
          idOf={({ id }) => id}
          empty={<PanelNote text={text("quality.noEvents")} />}
          pages={{ size: ROWS, texts: pageTexts(text) }}
          isMarked={({ id }) => marked.has(id)}
          onOpen={onOpen}
          card={card}
        />
      </div>
      {quality.events_total > quality.events.length && (
        <p className={styles.left}>
          {text("quality.leftOut", {
            n: format.number(quality.events.length),
            m: format.number(quality.events_total),
          })}
        </p>
      )}
    </Panel>
  );
}

function Chips({ quality, chip, onChip }: Pick<Props, "quality" | "chip" | "onChip">) {
  const { text, format } = useWords();
  const keys = Object.keys(QUALITY_CHIPS) as QualityChip[]; // the keys of a constant
  const chips = keys
    .map((key) => ({ key, count: quality.events.filter(QUALITY_CHIPS[key]).length }))
    .filter(({ count }) => count > 0)
    .map(({ key, count }) => ({ key, label: text(`quality.chip.${key}`), count: format.number(count) }));
  return (
    <FilterChips<QualityChip>
      label={text("quality.filter")}
      all={{ label: text("quality.all"), count: format.number(quality.events.length) }}
      chips={chips}
      chosen={chip}
      onChoose={onChip}
    />
  );
}

function Kind({ kind }: Pick<QualityEvent, "kind">) {
  const { text } = useWords();
  const Icon = KINDS[kind];
  return (
    <span className={styles.kind}>
      <Icon size={16} aria-hidden />
      {text(`quality.kind.${kind}`)}
    </span>
  );
}

function State({ state }: Pick<QualityEvent, "state">) {
  const { text } = useWords();
  const { tone, icon } = STATES[state];
  return <Tag small tone={tone} icon={icon} label={text(`quality.state.${state}`)} />;
}

/** Its place in the strip: a link, so that keys get there too. */
function When({ event, timezone }: { event: QualityEvent; timezone: string }) {
  const { format } = useWords();
  const { kind, at, day } = event;
  const [address] = useSearchParams();
  const search = withQuality(address, { device: event.device_uid ?? event.gateway_uid, day }).toString();
  const shown =
    kind === "correction" || kind === "refused" ? format.day(day) : format.dateTime(Date.parse(at), timezone);
  return (
    <Link to={{ search }} replace preventScrollReset className={styles.when}>
      {shown}
    </Link>
  );
}

interface OfProject {
  readonly timezone: string;
  readonly importInto: string | null;
}

/** What was done about it, and what a person can do. */
function Done({ event, timezone, importInto }: OfProject & { event: QualityEvent }) {
  const words = useWords();
  const to = importInto === null ? null : addressOfImport(event, importInto, timezone);
  return (
    <>
      {doneText(event, timezone, words)}{" "}
      {to !== null && (
        <Link to={to} className={styles.when}>
          {words.text("quality.importDays")}
        </Link>
      )}
    </>
  );
}

function columnsOf({ timezone, importInto }: OfProject, words: Words): Column<QualityEvent>[] {
  const { text, format } = words;
  return [
    {
      id: "when",
      label: text("quality.when"),
      sortable: true,
      value: ({ at }) => at,
      cell: (event) => <When {...{ event, timezone }} />,
    },
    {
      id: "device",
      label: text("quality.device"),
      sortable: true,
      value: ({ name }) => name,
      cell: ({ name }) => <b className={styles.device}>{name}</b>,
    },
    {
      id: "kind",
      label: text("quality.kind"),
      value: ({ kind }) => kind,
      cell: ({ kind }) => <Kind kind={kind} />,
    },
    {
      id: "seen",
      label: text("quality.seen"),
      value: (event) => seenText(event, words),
      cell: (event) => <span title={event.seen.example}>{seenText(event, words)}</span>,
    },
    {
      id: "done",
      label: text("quality.done"),
      value: (event) => doneText(event, timezone, words),
      cell: (event) => <Done {...{ event, timezone, importInto }} />,
    },
    {
      id: "energy",
      label: text("quality.energyColumn"),
      unit: "kWh",
      numeric: true,
      sortable: true,
      value: ({ energy }) => energy.value,
      cell: ({ energy }) => format.number(energy.value, 1),
    },
    {
      id: "state",
      label: text("quality.state"),
      value: ({ state }) => state,
      cell: ({ state }) => <State state={state} />,
    },
  ];
}

/** The same words on a phone. */
function Card({ event, timezone, importInto }: OfProject & { event: QualityEvent }) {
  const words = useWords();
  return (
    <div className={styles.card}>
      <p className={styles.head}>
        <Kind kind={event.kind} />
        <State state={event.state} />
      </p>
      <p>
        <b>{event.name}</b> · <When {...{ event, timezone }} />
      </p>
      <p>{seenText(event, words)}</p>
      <p className={styles.done}>
        <Done {...{ event, timezone, importInto }} />
      </p>
    </div>
  );
}
