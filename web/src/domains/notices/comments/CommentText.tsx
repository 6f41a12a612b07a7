import { chipText, commentParts } from "@heliograph/contract/notices/comments/computed-values";
import type { Comment, ComputedValue } from "@heliograph/contract/notices/comments/comments";
import { useWords, type Words } from "../../../platform/words.ts";
import styles from "./Comments.module.css";

const DIGITS = { kWh: 1, "%": 1, t: 2, VND: 0, "Wh/m2": 0 } as const;
const UNIT = { kWh: "kWh", "%": "%", t: "t", VND: "VND", "Wh/m2": "Wh/m²" } as const;

/** "82.4 %"; a dash where nothing was known. */
export function figureText(
  { value, unit }: Pick<ComputedValue, "value" | "unit">,
  { format }: Words,
): string {
  return value === null ? "–" : `${format.number(value, DIGITS[unit])} ${UNIT[unit]}`;
}

/** "Performance ratio, 2026-10". */
const figureName = (
  { calc_param_name, calc_time }: Pick<ComputedValue, "calc_param_name" | "calc_time">,
  { text }: Words,
): string => `${text(`comments.param.${calc_param_name}`)}, ${calc_time}`;

/** A comment as it is read: its text with the figures in their places, each with what it is of. */
export function CommentText({ comment: { contents, values } }: { comment: Comment }) {
  const words = useWords();
  const known = new Map(values.map((value) => [chipText(value), value]));
  return (
    <p className={styles.text}>
      {commentParts(contents).map((part, at) => {
        if (typeof part === "string") return part;
        const value = known.get(part.written);
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a text stay where they are
        return value === undefined ? part.written : <Figure key={at} value={value} words={words} />;
      })}
    </p>
  );
}

function Figure({ value, words }: { value: ComputedValue; words: Words }) {
  const name = figureName(value, words);
  return (
    <data
      className={styles.figure}
      value={value.value ?? ""}
      title={words.text("comments.asOf", {
        name,
        at: words.format.day(value.computed_at.slice(0, 10)),
      })}
    >
      {figureText(value, words)}
    </data>
  );
}
