import { localDay } from "@heliograph/contract/kernel/time";
import { useState } from "react";
import { useNow } from "../../../platform/clock.ts";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateRangeField } from "../../../ui/controls/dates/DateRangeField.tsx";
import { SearchField } from "../../../ui/controls/SearchField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { LISTED_CATEGORIES, type EventView } from "./event-view.ts";
import styles from "./Events.module.css";

const HALF_MINUTE = 30_000;

/** Words, category and days that the list is narrowed to. */
export function EventFilters(given: {
  view: EventView;
  change: (part: Partial<EventView>) => void;
  timezone: string;
}) {
  const { view, change, timezone } = given;
  const { text } = useWords();
  const today = localDay(timezone, useNow(HALF_MINUTE));
  return (
    <>
      <Words key={view.keyword} keyword={view.keyword} change={(keyword) => change({ keyword })} />
      <Select
        className={styles.filter}
        label={text("events.category")}
        hideLabel
        value={view.category ?? ""}
        onChange={(chosen) => change({ category: LISTED_CATEGORIES.find((one) => one === chosen) ?? null })}
        options={[
          { value: "", label: text("events.everyCategory") },
          ...LISTED_CATEGORIES.map((one) => ({ value: one, label: text(`events.category.${one}`) })),
        ]}
      />
      {view.days === null ? (
        <Button onClick={() => change({ days: { from: today, to: today } })}>{text("events.anyTime")}</Button>
      ) : (
        <>
          <DateRangeField
            label={text("events.days")}
            hideLabel
            today={today}
            value={view.days}
            onChange={(days) => change({ days })}
          />
          <Button type="text" onClick={() => change({ days: null })}>
            {text("events.anyTime")}
          </Button>
        </>
      )}
    </>
  );
}

/** Words are looked for when Enter is pressed, or when they are taken away. */
function Words({ keyword, change }: { keyword: string; change: (keyword: string) => void }) {
  const { text } = useWords();
  const [typed, setTyped] = useState(keyword);
  return (
    <SearchField
      className={styles.words ?? ""}
      label={text("events.find")}
      clearLabel={text("events.clear")}
      value={typed}
      onType={(next) => {
        setTyped(next);
        if (next === "" && keyword !== "") change("");
      }}
      onEnter={() => change(typed)}
    />
  );
}
