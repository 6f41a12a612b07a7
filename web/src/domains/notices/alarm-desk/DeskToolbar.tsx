import type { DeskAlarm } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import { Download } from "lucide-react";
import { useState, type RefObject } from "react";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { FilterChips } from "../../../ui/controls/FilterChips.tsx";
import { SearchField } from "../../../ui/controls/SearchField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import page from "../../../ui/layout/Page.module.css";
import type { Desk } from "./desk-queries.ts";
import { DESK_ORDERS, DESK_WHO, LISTED_KINDS, LISTED_SEVERITIES, type DeskView } from "./desk-view.ts";
import { ProjectPicker } from "./ProjectPicker.tsx";
import { SavedViews } from "./SavedViews.tsx";
import type { AlarmActions } from "./use-alarm-actions.ts";
import styles from "./AlarmDesk.module.css";

type Change = (part: Partial<DeskView>) => void;

/** What is looked for on the desk, and what may be done to the alarms that are chosen. */
export function DeskToolbar(given: {
  view: DeskView;
  change: Change;
  desk: Desk | undefined;
  chosen: readonly DeskAlarm[];
  actions: AlarmActions;
  save: () => void;
  box: RefObject<HTMLDivElement | null>;
}) {
  const { view, change, desk, chosen, actions, save, box } = given;
  const { text, format } = useWords();
  const strip = desk?.strip;
  const count = (n: number | undefined) => (n === undefined ? null : format.number(n));
  return (
    <div className={page.toolbar} ref={box}>
      <Search key={view.keyword} keyword={view.keyword} change={change} />
      <FilterChips
        label={text("desk.views")}
        all={{ label: text("desk.open"), count: count(strip?.open) }}
        chips={[
          { key: "mine", label: text("desk.mine"), count: count(strip?.mine) },
          { key: "snoozed", label: text("desk.snoozed"), count: count(strip?.snoozed) },
          { key: "closed", label: text("desk.closed"), count: count(strip?.closed) },
        ]}
        chosen={view.view === "open" ? null : view.view}
        onChoose={(key) => change({ view: key ?? "open" })}
      />
      <div className={styles.ends}>
        {chosen.length === 0 ? (
          <>
            <SavedViews view={view} change={change} />
            <Button icon={<Download size={16} aria-hidden />} onClick={save}>
              {text("desk.csv")}
            </Button>
          </>
        ) : (
          <Chosen chosen={chosen} actions={actions} />
        )}
      </div>
      <Narrow view={view} change={change} named={desk?.projects} />
    </div>
  );
}

function Narrow(given: { view: DeskView; change: Change; named: Desk["projects"] | undefined }) {
  const { view, change, named } = given;
  const { text } = useWords();
  return (
    <div className={styles.narrow}>
      <ProjectPicker chosen={view.projects} named={named} choose={(projects) => change({ projects })} />
      <Select
        className={styles.filter}
        label={text("desk.severity")}
        hideLabel
        value={view.severity ?? ""}
        onChange={(chosen) => change({ severity: LISTED_SEVERITIES.find((one) => one === chosen) ?? null })}
        options={[
          { value: "", label: text("desk.everySeverity") },
          ...LISTED_SEVERITIES.map((one) => ({ value: one, label: text(`alarms.${one}`) })),
        ]}
      />
      <Select
        className={styles.filter}
        label={text("desk.kind")}
        hideLabel
        value={view.kind ?? ""}
        onChange={(chosen) => change({ kind: LISTED_KINDS.find((one) => one === chosen) ?? null })}
        options={[
          { value: "", label: text("desk.everyKind") },
          ...LISTED_KINDS.map((one) => ({ value: one, label: text(`alarms.${one}`) })),
        ]}
      />
      <Select
        className={styles.filter}
        label={text("desk.who")}
        hideLabel
        value={view.who}
        onChange={(who) => change({ who })}
        options={DESK_WHO.map((one) => ({ value: one, label: text(`desk.who.${one}`) }))}
      />
      <Select
        className={styles.filter}
        label={text("desk.order")}
        hideLabel
        value={view.order}
        onChange={(order) => change({ order })}
        options={DESK_ORDERS.map((one) => ({ value: one, label: text(`desk.order.${one}`) }))}
      />
    </div>
  );
}

function Chosen({ chosen, actions }: { chosen: readonly DeskAlarm[]; actions: AlarmActions }) {
  const { text } = useWords();
  return (
    <>
      <span className={styles.pale}>{text("desk.selected", { n: chosen.length })}</span>
      <Button loading={actions.busy} onClick={() => actions.move("take", chosen)}>
        {text("desk.take")}
      </Button>
      <Button onClick={() => actions.ask("assign", chosen)}>{text("desk.assign")}</Button>
      <Button onClick={() => actions.ask("snooze", chosen)}>{text("desk.snooze")}</Button>
      <Button onClick={() => actions.ask("resolve", chosen)}>{text("desk.resolve")}</Button>
    </>
  );
}

/** Words are looked for when Enter is pressed, or when they are taken away. */
function Search({ keyword, change }: { keyword: string; change: Change }) {
  const { text } = useWords();
  const [typed, setTyped] = useState(keyword);
  return (
    <SearchField
      className={styles.words ?? ""}
      label={text("desk.find")}
      clearLabel={text("desk.clear")}
      value={typed}
      onType={(next) => {
        setTyped(next);
        if (next === "" && keyword !== "") change({ keyword: "" });
      }}
      onEnter={() => change({ keyword: typed })}
    />
  );
}
