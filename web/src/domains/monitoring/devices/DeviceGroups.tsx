import { localDay } from "@heliograph/contract/kernel/time";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { projectDevices } from "@heliograph/contract/monitoring/devices/device-list";
import { useCallback, useMemo, useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import { DeviceCard } from "./DeviceCells.tsx";
import { DeviceTable } from "./DeviceTable.tsx";
import type { DeviceRowGroup, ShownDevices } from "./device-rows.ts";
import type { DeviceView } from "./device-view.ts";
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
const MOST = 250;

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

function Group({ group, ...props }: Props & { group: DeviceRowGroup }) {
  const { text, format } = useWords();
  const [most, setMost] = useState(MOST);
  const { rows, total } = group;
  const title = text(`deviceList.${group.key}`);
  const left = rows.length - most;
  const count =
    rows.length === total
      ? format.number(total)
      : text("deviceList.shown", { a: format.number(rows.length), n: format.number(total) });
  const visible = left > 0 ? rows.slice(0, most) : rows;
  return (
    // A table is a region of that name itself.
    <section className={styles.group} aria-label={total === 0 || props.narrow ? title : undefined}>
      <h2>
        {title}
        {total > 0 && <span>{count}</span>}
      </h2>
      {total === 0 ? (
        <p className={styles.none}>{text("Not available")}</p>
      ) : props.narrow ? (
        <Cards {...props} rows={visible} />
      ) : (
        <Table {...props} rows={visible} title={title} />
      )}
      {left > 0 && (
        <div className={styles.more}>
          <Button onClick={() => setMost(most + MOST)}>
            {text("deviceList.more", { n: format.number(Math.min(left, MOST)) })}
          </Button>
        </div>
      )}
    </section>
  );
}

type GroupProps = Props & { rows: DeviceRowGroup["rows"] };

/** What every row needs beside its device; the same objects as long as they say the same. */
function useShared({ answer, view, change }: Props) {
  const { timezone, gateways, devices } = answer;
  const today = localDay(timezone, Date.parse(answer.current_time));
  const shared = useMemo(() => ({ timezone, today, change }), [timezone, today, change]);
  // With one gateway, or one chosen, its name in every row would say nothing.
  const named = gateways.length > 1 && view.gateway === null;
  const gatewayOf = useCallback(
    (row: (typeof devices)[number]) =>
      named ? (gateways.find(({ uid }) => uid === row.gateway.uid) ?? null) : null,
    [named, gateways],
  );
  return { shared, gatewayOf };
}

function Cards(props: GroupProps) {
  const { shared, gatewayOf } = useShared(props);
  return (
    <ul className={styles.cards}>
      {props.rows.map((row) => (
        <DeviceCard key={row.uid} row={row} gateway={gatewayOf(row)} {...shared} />
      ))}
    </ul>
  );
}

function Table(props: GroupProps & { title: string }) {
  const { rows, title, view } = props;
  return <DeviceTable {...{ title, rows, view }} {...useShared(props)} />;
}
