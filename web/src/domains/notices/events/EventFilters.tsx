import { localDay } from "@heliograph/contract/kernel/time";
import { useNow } from "../../../platform/clock.ts";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateRangeField } from "../../../ui/controls/dates/DateRangeField.tsx";
import { EnterSearchField } from "../../../ui/controls/EnterSearchField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import page from "../../../ui/layout/Page.module.css";
import { LISTED_CATEGORIES, type EventView } from "./event-view.ts";

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
      <EnterSearchField
        className={page.words ?? ""}
        label={text("events.find")}
        clearLabel={text("events.clear")}
        words={view.keyword}
        search={(keyword) => change({ keyword })}
      />
      <Select
        className={page.filter}
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
