import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { isReviewItem } from "@heliograph/contract/registry/devices/device-review";
import { MISSING } from "../../../../platform/format.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { useGuardLines } from "../../../../platform/rec/guard-refusal.ts";
import { useDeviceWords } from "../device-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";
import styles from "../Devices.module.css";
import { itemNames } from "../item-names.ts";
import type { Clash } from "./draft-parts.ts";
import type { DraftState } from "./use-device-draft.ts";

/** That somebody else has changed the record, and the way on: what was typed stays. Nothing where nobody did. */
export function OtherChange({ application, state }: { application: DeviceApplication; state: DraftState }) {
  const { refusal, clashes, closed } = state.other;
  if (closed !== null) return <Closed state={state} closed={closed} />;
  if (refusal !== null) return <Changed refusal={refusal} state={state} />;
  return clashes.length > 0 ? <Clashes {...{ application, state }} /> : null;
}

/** It was changed, and can be taken over. */
function Changed({ refusal, state }: { refusal: Error; state: DraftState }) {
  const { text } = useDeviceWords();
  const lines = useGuardLines();
  const { reload, reloading, reloadFailed } = state.other;
  return (
    <Panel title={text("dev.refusedChanged")}>
      <div className={shared.stack} role="alert">
        <p>{lines(refusal)}</p>
        <p className={shared.hint}>{text("dev.reloadHint")}</p>
        {reloadFailed !== null && <p className={shared.fault}>{lines(reloadFailed)}</p>}
        <div>
          <Button loading={reloading} onClick={reload}>
            {text("dev.reload")}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

/** What both changed: each part with what the other person made of it. */
function Clashes({ application, state }: { application: DeviceApplication; state: DraftState }) {
  const { text } = useDeviceWords();
  const nameOf = useItemName();
  const valueOf = useTheirValue(application);
  const { clashes, take } = state.other;
  return (
    <Panel title={text("dev.bothChanged")}>
      <div className={shared.stack} role="alert">
        <p className={shared.hint}>{text("dev.bothChangedHint")}</p>
        <ul className={shared.rows} aria-label={text("dev.bothChanged")}>
          {clashes.map((clash) => (
            <li key={clash.part}>
              <span className={styles.row}>
                {nameOf(clash.item)}
                <small>{text("dev.theirs", { value: valueOf(clash) })}</small>
              </span>
              <Button
                size="small"
                aria-label={text("dev.takeTheirsOf", { item: nameOf(clash.item) })}
                onClick={() => take(clash)}
              >
                {text("dev.takeTheirs")}
              </Button>
            </li>
          ))}
        </ul>
        <div>
          <Button onClick={() => take(null)}>{text("dev.keepMine")}</Button>
        </div>
      </div>
    </Panel>
  );
}

/** Nothing can be typed into it any more: somebody submitted it, or it was decided on. */
function Closed({
  state,
  closed,
}: {
  state: DraftState;
  closed: NonNullable<DraftState["other"]["closed"]>;
}) {
  const { text } = useDeviceWords();
  const nameOf = useItemName();
  const { items, show } = closed;
  const typedInto = (item: string) => {
    if (item === "note") return state.note;
    const { fields } = state.draft;
    return Object.entries(fields).find(([name]) => name === item)?.[1] ?? "";
  };
  return (
    <Panel title={text("dev.refusedChanged")}>
      <div className={shared.stack} role="alert">
        <p>{text("dev.closedMeanwhile")}</p>
        {items.length > 0 && (
          <ul className={shared.rows} aria-label={text("dev.notSavedItems")}>
            {items.map((item) => (
              <li key={item}>
                <span className={styles.row}>
                  {nameOf(item)}
                  <small>{typedInto(item)}</small>
                </span>
              </li>
            ))}
          </ul>
        )}
        <div>
          <Button onClick={show}>{text("dev.showRecord")}</Button>
        </div>
      </div>
    </Panel>
  );
}

function useItemName() {
  const { text, item } = useDeviceWords();
  return (name: string) => (name === "note" ? text("dev.note") : item(name));
}

/** What the other person made of a part, in words. */
function useTheirValue(application: DeviceApplication) {
  const { text, value } = useDeviceWords();
  const { draft } = application;
  const names = itemNames(application);
  return ({ part, item, theirs }: Clash): string => {
    const [kind = "", name = ""] = part.split(" ");
    const nothing = { ...draft, documents: [], earlier: [] };
    if (kind === "field" && isReviewItem(item)) {
      return value({ ...nothing, fields: { ...draft.fields, [item]: theirs } }, item, names);
    }
    if (kind !== "meters") return theirs || MISSING;
    return theirs === ""
      ? `${names.meters.get(name) ?? name.slice(0, 8)} · ${text("dev.takenOut")}`
      : value({ ...nothing, meters: [{ device_uid: name, role: theirs }] }, "meters", names);
  };
}
