import type { ImportDraft, ImportTrial } from "@heliograph/contract/telemetry/import/import-shapes";
import { CircleX, Gauge, RotateCcw, TriangleAlert, type LucideIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { TextKey } from "../../../app/texts/keys.ts";
import { useWords, type Words } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { RatingForm } from "../../fleet/index.ts";
import styles from "./LookFirst.module.css";

/** Named of many. */
const NAMED = 5;

interface Props {
  readonly draft: ImportDraft;
  readonly trial: ImportTrial;
  /** Does the dry run again. */
  readonly retry: () => void;
}

/** What a person should look at before the import: what is to be decided first, then what was handled. */
export function LookFirst({ draft, trial, retry }: Props) {
  const words = useWords();
  const { text } = words;
  const [without, setWithout] = useState(false);
  const counting = trial.devices.filter(({ asset_type }) => asset_type === "solar_inverter");
  const unrated = counting.filter(({ is_rated }) => !is_rated).map(({ serial }) => serial);
  const decide = unrated.length > 0 && !without;
  const items = [
    ...faultItems(trial, words),
    ...(decide
      ? [<Unrated key="unrated" {...{ draft, retry }} names={unrated} onWithout={() => setWithout(true)} />]
      : []),
    ...handledItems(trial, words),
    ...trial.refusals.map((refusal) => <Refusal key={refusal.reason} refusal={refusal} />),
  ];
  if (items.length === 0) return null;
  return (
    <Panel
      title={
        <>
          {text("import.lookFirst")}{" "}
          {decide && <span className={styles.about}>{text("import.toDecide", { n: 1 })}</span>}
        </>
      }
    >
      <ul className={styles.items}>{items}</ul>
    </Panel>
  );
}

/** What cannot be read, and powers that nobody will believe. */
const faultItems = ({ faults, above_power: above }: ImportTrial, { text, format }: Words) => [
  ...faults.map(({ file, fault }) => (
    <Item
      key={`fault ${file}`}
      icon={CircleX}
      tone="bad"
      title={text("import.fileFault", { file })}
      why={fault}
    />
  )),
  ...above.map(({ serial, count, at, power_w }) => (
    <Item
      key={`above ${serial}`}
      icon={TriangleAlert}
      tone="warn"
      title={text("import.above", { name: serial, n: format.number(count) })}
      why={text("import.aboveWhy", { kw: format.powerKw(power_w), time: at.slice(0, 10) })}
    />
  )),
];

/** What nobody has to decide. */
function handledItems({ events, sentinels }: ImportTrial, { text, format }: Words) {
  const resets = events.filter(({ kind }) => kind === "reset");
  return [
    ...(resets.length > 0
      ? [
          <Item
            key="resets"
            icon={RotateCcw}
            tone="good"
            title={text("import.resets", { n: format.number(resets.length) })}
            why={text("import.resetsWhy", {
              list: few(resets.map(({ serial, at }) => `${serial} ${at.slice(0, 10)}`)),
            })}
          />,
        ]
      : []),
    ...(sentinels > 0
      ? [
          <Item
            key="sentinels"
            icon={CircleX}
            tone="good"
            title={text("import.sentinels", { n: format.number(sentinels) })}
            why={text("import.sign")}
          />,
        ]
      : []),
  ];
}

function Unrated(given: Omit<Props, "trial"> & { names: readonly string[]; onWithout: () => void }) {
  const { draft, retry, names, onWithout } = given;
  const { text } = useWords();
  // One that the import would make has no place for a rating yet.
  const known = draft.devices.find(({ serial }) => names.includes(serial));
  return (
    <Item
      icon={Gauge}
      tone="warn"
      title={text("import.unrated", { name: few(names) })}
      why={text("import.unratedWhy")}
    >
      {known !== undefined && (
        <RatingForm
          key={known.device_uid}
          uid={draft.project_uid}
          device={known.device_uid}
          name={known.serial}
          first={false}
          onGiven={retry}
        />
      )}
      <Button type="text" onClick={onWithout}>
        {text("import.without")}
      </Button>
    </Item>
  );
}

const few = (names: readonly string[]) =>
  names.length > NAMED ? `${names.slice(0, NAMED).join(", ")}, …` : names.join(", ");

function Item(given: {
  icon: LucideIcon;
  tone: "bad" | "warn" | "good";
  title: string;
  why: string;
  children?: ReactNode;
}) {
  const { icon: Icon, tone, title, why, children } = given;
  return (
    <li data-tone={tone}>
      <Icon size={17} aria-hidden />
      <div>
        <h3>{title}</h3>
        <p>{why}</p>
        {children !== undefined && <div className={styles.actions}>{children}</div>}
      </div>
    </li>
  );
}

const REASONS = {
  "row.broken": "import.reason.broken",
  "time.unreadable": "import.reason.time",
  "time.skipped": "import.reason.skipped",
  "device.unknown": "import.reason.device",
  "number.unreadable": "import.reason.number",
  "reading.out_of_range": "import.reason.range",
  "reading.too_new": "import.reason.future",
  "reading.empty": "import.reason.empty",
} as const satisfies Record<string, TextKey>;

const isReason = (reason: string): reason is keyof typeof REASONS => reason in REASONS;

function Refusal({ refusal }: { refusal: ImportTrial["refusals"][number] }) {
  const { text, format } = useWords();
  const [open, setOpen] = useState(false);
  const { reason, count, first } = refusal;
  return (
    <Item
      icon={CircleX}
      tone="bad"
      title={text("import.refusedCount", { n: format.number(count) })}
      why={isReason(reason) ? text(REASONS[reason]) : reason}
    >
      {open ? (
        <ul className={styles.lines} aria-label={text("import.lines")}>
          {first.map(({ file, line, detail }) => (
            <li key={`${file} ${line} ${detail}`}>
              <code>{`${file}:${line}`}</code> {detail}
            </li>
          ))}
        </ul>
      ) : (
        <Button size="small" onClick={() => setOpen(true)}>
          {text("import.showLines")}
        </Button>
      )}
    </Item>
  );
}
