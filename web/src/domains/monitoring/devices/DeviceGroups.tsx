import { localDay } from "@heliograph/contract/kernel/time";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { projectDevices } from "@heliograph/contract/monitoring/devices/device-list";
import { useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import { DeviceCard, DeviceLine } from "./DeviceLine.tsx";
import type { RowGroup, ShownDevices } from "./device-rows.ts";
import type { DeviceSort, DeviceView } from "./device-view.ts";
import { useWords } from "../words.ts";
import styles from "./DeviceGroups.module.css";

interface Props {
  readonly answer: Answer<typeof projectDevices>;
  readonly shown: ShownDevices;
  readonly view: DeviceView;
  readonly change: (part: Partial<DeviceView>) => void;
  /** Cards instead of a table. */
  readonly narrow: boolean;
}

/** The page draws this many devices of a group, and more when asked to. */
const DRAWN = 250;

/** The devices by kind, with 'Not available' where the project has none. */
export function DeviceGroups(props: Props) {
  const { shown, view, change } = props;
  const { text } = useWords();
  const filtered = view.find !== "" || view.status !== null;
  if (filtered && shown.groups.every((group) => group.rows.length === 0)) {
    return (
      <Blank
        small
        title={text("deviceList.noMatch")}
        hint={text("deviceList.noMatchHint")}
        action={
          <Button onClick={() => change({ find: "", status: null, group: null })}>
            {text("list.clearFilter")}
          </Button>
        }
      />
    );
  }
  return shown.groups
    .filter((group) => !filtered || group.rows.length > 0)
    .map((group) => <Group key={group.key} group={group} {...props} />);
}

function Group({ group, ...props }: Props & { group: RowGroup }) {
  const { text, format } = useWords();
  const [most, setMost] = useState(DRAWN);
  const { rows, total } = group;
  const title = text(`deviceList.${group.key}`);
  const left = rows.length - most;
  const count =
    rows.length === total
      ? format.number(total)
      : text("deviceList.shown", { a: format.number(rows.length), n: format.number(total) });
  const drawn = left > 0 ? rows.slice(0, most) : rows;
  return (
    <section className={styles.group} aria-label={title}>
      <h2>
        {title}
        {total > 0 && <span className="num">{count}</span>}
      </h2>
      {total === 0 ? (
        <p className={styles.none}>{text("Not available")}</p>
      ) : props.narrow ? (
        <Cards {...props} rows={drawn} />
      ) : (
        <Lines {...props} rows={drawn} title={title} />
      )}
      {left > 0 && (
        <div className={styles.more}>
          <Button onClick={() => setMost(most + DRAWN)}>
            {text("deviceList.more", { n: format.number(Math.min(left, DRAWN)) })}
          </Button>
        </div>
      )}
    </section>
  );
}

type Drawn = Props & { rows: RowGroup["rows"] };

/** What every row needs beside its device; the same for all, so that a row is drawn anew only when it changed. */
const common = ({ answer, view, change }: Props) => ({
  timezone: answer.timezone,
  today: localDay(answer.timezone, Date.parse(answer.current_time)),
  // With one gateway, or one chosen, its name in every row would say nothing.
  gateways: answer.gateways.length > 1 && view.gateway === null ? answer.gateways : null,
  change,
});

function Cards(props: Drawn) {
  const { gateways, ...same } = common(props);
  return (
    <ul className={styles.cards}>
      {props.rows.map((row) => (
        <DeviceCard
          key={row.uid}
          row={row}
          gateway={gateways?.find(({ uid }) => uid === row.gateway.uid) ?? null}
          {...same}
        />
      ))}
    </ul>
  );
}

const HEADS: readonly {
  key: DeviceSort;
  title: "device" | "live" | "today" | "status" | "firmware";
  number?: true;
}[] = [
  { key: "name", title: "device" },
  { key: "live", title: "live", number: true },
  { key: "today", title: "today", number: true },
  { key: "status", title: "status" },
  { key: "firmware", title: "firmware" },
];

function Lines(props: Drawn & { title: string }) {
  const { rows, title, view, change } = props;
  const { text } = useWords();
  const { gateways, ...same } = common(props);
  return (
    <table className={`plain-table ${styles.table}`}>
      <caption className="vh">{title}</caption>
      <thead>
        <tr>
          {HEADS.map((head) => (
            <Head key={head.key} head={head} view={view} change={change} />
          ))}
          <th scope="col">
            <span className="vh">{text("deviceList.details")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <DeviceLine
            key={row.uid}
            row={row}
            gateway={gateways?.find(({ uid }) => uid === row.gateway.uid) ?? null}
            {...same}
          />
        ))}
      </tbody>
    </table>
  );
}

function Head({ head, view, change }: { head: (typeof HEADS)[number] } & Pick<Props, "view" | "change">) {
  const { text } = useWords();
  const sorted = view.sort === head.key;
  const up = head.number === true ? "desc" : "asc";
  const next = sorted ? (view.order === "asc" ? "desc" : "asc") : up;
  const state = sorted ? (view.order === "asc" ? "ascending" : "descending") : "none";
  return (
    <th scope="col" aria-sort={state} className={head.number === true ? styles.number : ""}>
      <button
        type="button"
        className={`sorter ${sorted ? (view.order === "asc" ? "soonest" : "latest") : ""}`}
        onClick={() => change({ sort: head.key, order: next })}
      >
        {text(`deviceList.${head.title}`)}
        <i aria-hidden />
      </button>
    </th>
  );
}
