import {
  openRedemptionMarks,
  REDEMPTION_MARK_MAX,
  redemptionChanges,
  type RedemptionAnswer,
  type RedemptionItem,
  type RedemptionReturn,
  type RedemptionWordsSaid,
} from "@heliograph/contract/registry/redemption/redemption-review";
import type { ReactNode } from "react";
import { TextArea } from "../../../../ui/controls/TextField.tsx";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { DiffLine, DiffList } from "../../../../ui/records/DiffLine.tsx";
import { useRedemptionWords } from "../redemption-words.ts";
import { itemName, itemValue } from "./item-words.ts";

/** What differs from what went back last, beside what was marked of it and what was answered. */
export function ClaimChanges({ last, now }: { last: RedemptionReturn; now: RedemptionWordsSaid }) {
  const { text } = useRedemptionWords();
  const marked = last.marks.map(({ item }) => item);
  const items = [...marked, ...redemptionChanges(last.words, now).filter((item) => !marked.includes(item))];
  return (
    <Panel flush title={text("red.changedSince")}>
      <DiffList label={text("red.changedSince")}>
        {items.map((item) => (
          <Line
            key={item}
            item={item}
            hint={last.marks.find((mark) => mark.item === item)?.reason ?? text("red.notMarked")}
            before={last.words}
            now={now}
          >
            {last.answers
              .filter((one) => one.item === item)
              .map(({ answer }) => (
                <p key={item}>{answer}</p>
              ))}
          </Line>
        ))}
      </DiffList>
    </Panel>
  );
}

/** For the account: what was marked, how it was and is, and the answer where it stays as it is. */
export function RedemptionMarks(given: {
  last: RedemptionReturn;
  now: RedemptionWordsSaid;
  answers: readonly RedemptionAnswer[];
  change: (answers: readonly RedemptionAnswer[]) => void;
}) {
  const { last, now, answers, change } = given;
  const words = useRedemptionWords();
  const { text } = words;
  const { marks } = last;
  const changed = redemptionChanges(last.words, now);
  const done = marks.length - openRedemptionMarks(last, now, answers).length;
  const said = (item: RedemptionItem) => answers.find((one) => one.item === item)?.answer ?? "";
  const answer = (item: RedemptionItem, typed: string) => {
    const others = answers.filter((one) => one.item !== item);
    change(typed.trim() === "" ? others : [...others, { item, answer: typed }]);
  };
  return (
    <Panel flush title={text("red.markedBy")} extra={text("red.marksDone", { n: done, all: marks.length })}>
      <DiffList label={text("red.markedBy")}>
        {marks.map(({ item, reason }) => (
          <Line key={item} item={item} hint={reason} before={last.words} now={now}>
            {!changed.includes(item) && (
              <TextArea
                label={text("red.answerTo", { item: itemName(words, item) })}
                rows={2}
                maxLength={REDEMPTION_MARK_MAX}
                value={said(item)}
                onChange={(typed) => answer(item, typed)}
              />
            )}
          </Line>
        ))}
      </DiffList>
    </Panel>
  );
}

function Line(given: {
  item: RedemptionItem;
  hint: string;
  before: RedemptionWordsSaid;
  now: RedemptionWordsSaid;
  children?: ReactNode;
}) {
  const { item, hint, before, now, children } = given;
  const words = useRedemptionWords();
  const { text } = words;
  const said = { was: text("red.was"), is: text("red.is"), unchanged: text("red.unchanged") };
  const is = redemptionChanges(before, now).includes(item) ? itemValue(words, now, item) : null;
  return (
    <DiffLine
      name={itemName(words, item)}
      hint={hint}
      was={itemValue(words, before, item)}
      is={is}
      words={said}
    >
      {children}
    </DiffLine>
  );
}
