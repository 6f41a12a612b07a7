import { generateValue } from "@heliograph/contract/notices/comments/comments";
import {
  chipDays,
  chipText,
  COMPUTED_PARAMS,
  COMPUTED_PERIODS,
  type ComputedChip,
} from "@heliograph/contract/notices/comments/computed-values";
import { addDays, localDay } from "@heliograph/contract/kernel/time";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useWords, type Words } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { figureText } from "./CommentText.tsx";
import styles from "./Comments.module.css";

const HALF_MINUTE = 30_000;
const LENGTHS = { day: 10, month: 7, year: 4 } as const;

/** Chooses a figure and its time, shows what it is now, and hands over how a comment writes it. */
export function FigurePicker(given: {
  uid: string;
  timezone: string;
  insert: (chip: string) => void;
  close: () => void;
}) {
  const { uid, timezone, insert, close } = given;
  const words = useWords();
  const { text } = words;
  const today = localDay(timezone, useNow(HALF_MINUTE));
  const [param, setParam] = useState<ComputedChip["calc_param_name"]>("inverter_production");
  const [period, setPeriod] = useState<ComputedChip["calc_type"]>("month");
  const [day, setDay] = useState(addDays(today, -1));
  const chip = { calc_param_name: param, calc_type: period, calc_time: day.slice(0, LENGTHS[period]) };
  return (
    <fieldset className={styles.picker}>
      <legend>{text("comments.figure")}</legend>
      <Select
        label={text("comments.which")}
        value={param}
        onChange={setParam}
        options={COMPUTED_PARAMS.map((one) => ({ value: one, label: text(`comments.param.${one}`) }))}
      />
      <Segmented
        label={text("comments.period")}
        value={period}
        onChange={setPeriod}
        options={COMPUTED_PERIODS.map((one) => ({ value: one, label: text(`comments.period.${one}`) }))}
      />
      <DateField
        label={text(`comments.period.${period}`)}
        part={period}
        value={day}
        onChange={setDay}
        today={today}
        max={today}
      />
      <Preview uid={uid} chip={chip} words={words} />
      <div className={styles.foot}>
        <Button size="small" onClick={close}>
          {text("Cancel")}
        </Button>
        <Button
          size="small"
          onClick={() => {
            insert(chipText(chip));
            close();
          }}
        >
          {text("comments.insert")}
        </Button>
      </div>
    </fieldset>
  );
}

/** What the figure is now. */
function Preview({ uid, chip, words }: { uid: string; chip: ComputedChip; words: Words }) {
  const figure = useQuery({
    ...ask(generateValue, { query: { project_uid: uid, ...chip } }),
    enabled: chipDays(chip) !== null,
  });
  return (
    <output className={styles.preview} aria-busy={figure.isFetching}>
      {figure.data === undefined ? words.text("comments.computing") : figureText(figure.data, words)}
    </output>
  );
}
