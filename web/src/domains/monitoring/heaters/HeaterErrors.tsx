import { SWH_ERROR_CODES } from "@heliograph/contract/monitoring/alarms";
import { SWH_ERRORS, type SwhErrorEntry } from "@heliograph/contract/monitoring/heaters";
import { BookOpen } from "lucide-react";
import { useMemo, useState } from "react";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { LevelTag, useLevelName } from "./LevelTag.tsx";
import { useWords, type Words } from "../words.ts";
import type { Column } from "../../../ui/data-table/columns.ts";
import { HeaterTable } from "./HeaterTable.tsx";
import styles from "./HeaterErrors.module.css";
import plain from "../../../ui/controls/PlainButton.module.css";

/** Errors that are shown in the panel; the rest is counted. */
const SHOWN = 12;

/**
 * What a controller says of an error without a name; the named one in the language of the page. A line at fault is told in
 * the words of the sensors' table.
 */
function useErrorName(): (entry: Pick<SwhErrorEntry, "code" | "error" | "lines">) => string {
  const { text } = useWords();
  return ({ code, error, lines }) => {
    const faults = lines.map(({ sensor, line }) => ({ sensor, reason: text(`heater.reason.${line}`) }));
    if (code !== "swh_other") {
      return [text(`alarms.${code}`), ...faults.map(({ reason }) => reason)].join(": ");
    }
    return [
      ...(error === "" ? [] : [error]),
      ...faults.map(({ sensor, reason }) => `${sensor}: ${reason}`),
    ].join(", ");
  };
}

/** The error list (M77, M134): what is wrong now, and what was within a week. */
export function HeaterErrors({ errors, timezone }: { errors: readonly SwhErrorEntry[]; timezone: string }) {
  const { text, format } = useWords();
  const [open, setOpen] = useState(false);
  const nameOf = useErrorName();
  const levelOf = useLevelName();
  const title = text("heater.errorList");
  const when = ({ since, until }: SwhErrorEntry) => {
    const from = format.dateTime(Date.parse(since), timezone);
    return until === null
      ? text("alarms.since", { t: from })
      : text("alarms.span", { from, to: format.dateTime(Date.parse(until), timezone) });
  };
  return (
    <Panel
      title={title}
      extra={
        <button
          type="button"
          className={`${plain.text} ${styles.more}`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <BookOpen size={15} aria-hidden /> {text("heater.details")}
        </button>
      }
    >
      {errors.length === 0 ? (
        <PanelNote text={text("heater.noErrors")} />
      ) : (
        <ul className={styles.list}>
          {errors.slice(0, SHOWN).map((entry) => (
            <li key={`${entry.device_uid} ${entry.code} ${entry.since}`}>
              <LevelTag level={entry.level} label={levelOf(entry.level)} />
              <span className={styles.text}>
                <b>{nameOf(entry)}</b> <em>{entry.alias}</em>
                <span>{text(`heater.about.${entry.code}`)}</span>
              </span>
              <span className={styles.when}>{when(entry)}</span>
            </li>
          ))}
        </ul>
      )}
      {errors.length > SHOWN && (
        <p className={styles.foot}>{text("heater.more", { n: errors.length - SHOWN })}</p>
      )}
      {open && (
        <Dialog title={title} width={720} onClose={() => setOpen(false)}>
          <ErrorTypes holding={errors.filter(({ until }) => until === null).map(({ code }) => code)} />
        </Dialog>
      )}
    </Panel>
  );
}

type ErrorCode = (typeof SWH_ERROR_CODES)[number];
interface ErrorType {
  readonly code: ErrorCode;
  readonly open: boolean;
}

function errorColumns({ text }: Words, levelOf: ReturnType<typeof useLevelName>): Column<ErrorType>[] {
  return [
    {
      id: "level",
      label: text("heater.level"),
      width: 130,
      value: ({ code }) => levelOf(SWH_ERRORS[code].level),
      cell: ({ code }) => <LevelTag level={SWH_ERRORS[code].level} label={levelOf(SWH_ERRORS[code].level)} />,
    },
    {
      id: "error",
      label: text("heater.error"),
      width: 160,
      value: ({ code }) => text(`alarms.${code}`),
      cell: ({ code, open }) => (
        <>
          <strong>{text(`alarms.${code}`)}</strong>
          {open && <em className={styles.open}> · {text("alarms.open")}</em>}
        </>
      ),
    },
    {
      id: "about",
      label: text("heater.explanation"),
      width: 220,
      value: ({ code }) => text(`heater.about.${code}`),
    },
  ];
}

/** Every named error with its level and what it means; those that hold now are marked. */
function ErrorTypes({ holding }: { holding: readonly SwhErrorEntry["code"][] }) {
  const words = useWords();
  const levelOf = useLevelName();
  const columns = useMemo(() => errorColumns(words, levelOf), [words, levelOf]);
  const rows = useMemo(
    () => SWH_ERROR_CODES.map((code) => ({ code, open: holding.includes(code) })),
    [holding],
  );
  return (
    <HeaterTable
      title={words.text("heater.errorList")}
      columns={columns}
      rows={rows}
      idOf={({ code }) => code}
    />
  );
}
