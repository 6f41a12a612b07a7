import type { IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import {
  ISSUANCE_ITEMS,
  ISSUANCE_REVIEW_LIMITS,
  type IssuanceAnswer,
  type IssuanceItem,
} from "@heliograph/contract/registry/issuance/issuance-review";
import { markOf, type Marks } from "../../../platform/rec/use-marks.ts";
import { TextArea } from "../../../ui/controls/TextField.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { DiffLine, DiffList } from "../../../ui/records/DiffLine.tsx";
import { ReviewList, ReviewRow } from "../../../ui/records/ReviewRow.tsx";
import { useIssuanceWords, type IssuanceWords } from "./issuance-words.ts";
import styles from "./Issuance.module.css";

/** What the applicant answers while it is not sent. */
export interface Answers {
  readonly all: readonly IssuanceAnswer[];
  readonly change: (answers: readonly IssuanceAnswer[]) => void;
}

/** What was asked for and is neither changed nor answered yet. */
export function openItems({ review }: IssuanceRecord, answers: readonly IssuanceAnswer[]): IssuanceItem[] {
  if (review === null) return [];
  return review.marks
    .map(({ item }) => item)
    .filter((item) => !review.changed.includes(item) && !answers.some((one) => one.item === item));
}

/** For the issuer: what may be asked for, each with its mark. */
export function AskFor({ request, marks }: { request: IssuanceRecord; marks: Marks<IssuanceItem> }) {
  const words = useIssuanceWords();
  const { text } = words;
  return (
    <Panel flush title={text("iss.askFor")}>
      <ReviewList label={text("iss.askFor")}>
        {ISSUANCE_ITEMS.map((item) => {
          const name = text(`iss.item.${item}`);
          const mark = markOf(marks, item, {
            label: text("iss.markItem", { item: name }),
            mark: text("iss.mark"),
            marked: text("iss.marked"),
            reasonLabel: text("iss.markReason", { item: name }),
            reasonMax: ISSUANCE_REVIEW_LIMITS.reason,
          });
          return (
            <ReviewRow key={item} item={item} name={name} mark={mark}>
              {valueOf(item, request, words)}
            </ReviewRow>
          );
        })}
      </ReviewList>
    </Panel>
  );
}

/** What was asked for last: as it was, as it is, and the answer where it stays. `answers` not null: the person gives them. */
export function AskedItems({ request, answers }: { request: IssuanceRecord; answers: Answers | null }) {
  const words = useIssuanceWords();
  const { text } = words;
  const { review } = request;
  if (review === null) return null;
  const { marks, changed } = review;
  const done = marks.length - openItems(request, answers?.all ?? review.answers).length;
  const diff = { was: text("iss.was"), is: text("iss.is"), unchanged: text("iss.unchanged") };
  return (
    <Panel
      flush
      title={text("iss.asked")}
      extra={<span className={styles.unit}>{text("iss.askedDone", { n: done, all: marks.length })}</span>}
    >
      <DiffList label={text("iss.asked")}>
        {marks.map(({ item, reason }) => (
          <DiffLine
            key={item}
            name={text(`iss.item.${item}`)}
            hint={reason}
            was={item === "period" ? `${review.from_day} – ${review.to_day}` : text("iss.asSubmitted")}
            is={changed.includes(item) ? valueOf(item, request, words) : null}
            words={diff}
          >
            {!changed.includes(item) && <Answer item={item} request={request} answers={answers} />}
          </DiffLine>
        ))}
      </DiffList>
    </Panel>
  );
}

function Answer(given: { item: IssuanceItem; request: IssuanceRecord; answers: Answers | null }) {
  const { item, request, answers } = given;
  const { text } = useIssuanceWords();
  if (answers === null) {
    const said = request.review?.answers.find((one) => one.item === item)?.answer;
    return said === undefined ? null : <p className={styles.answer}>{said}</p>;
  }
  const { all, change } = answers;
  const write = (answer: string) => {
    const others = all.filter((one) => one.item !== item);
    change(answer.trim() === "" ? others : [...others, { item, answer }]);
  };
  return (
    <TextArea
      className={styles.answer}
      label={text("iss.answerTo", { item: text(`iss.item.${item}`) })}
      rows={2}
      maxLength={ISSUANCE_REVIEW_LIMITS.answer}
      value={all.find((one) => one.item === item)?.answer ?? ""}
      onChange={write}
    />
  );
}

/** What the request says of it now. */
function valueOf(item: IssuanceItem, request: IssuanceRecord, { text, mwh }: IssuanceWords): string {
  const { from_day, to_day, days, evidence, balance, documents } = request;
  if (item === "period") return `${from_day} – ${to_day}`;
  if (item === "evidence") return text("iss.documentsN", { n: documents.length });
  return `${mwh(balance.counted_wh)} MWh · ${text("iss.class", { evidence: evidence ?? "–", n: days.length })}`;
}
