import {
  COMPANY_REVIEW_LIMITS,
  companyChanges,
  openMarks,
  type CompanyAnswer,
  type CompanyContent,
  type CompanyItem,
  type CompanyVersion,
} from "@heliograph/contract/parties/company-review";
import type { ReactNode } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { TextArea } from "../../../ui/controls/TextField.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { DiffLine, DiffList } from "../../../ui/records/DiffLine.tsx";
import { useItemName, useItemValue } from "./company-words.ts";
import styles from "./CompanyChanges.module.css";

/** For the operator: what differs from the submission before (or as `title` says), beside what was marked of it and what was answered. */
export function CompanyChanges(given: { before: CompanyVersion; now: CompanyVersion; title?: string }) {
  const { before, now } = given;
  const t = useText();
  const title = given.title ?? t("parties.changedSince", { n: before.submission });
  const changed = companyChanges(before.content, now.content);
  const answerTo = (item: CompanyItem) => now.answers.find((one) => one.item === item)?.answer;
  const marked = before.marks.map(({ item }) => item);
  const items = [...marked, ...changed.filter((item) => !marked.includes(item))];
  return (
    <Panel flush title={title}>
      {items.length === 0 ? (
        <p className={styles.nothing}>{t("parties.nothingChanged")}</p>
      ) : (
        <DiffList label={title}>
          {items.map((item) => (
            <Line
              key={item}
              item={item}
              hint={before.marks.find((mark) => mark.item === item)?.reason ?? t("parties.notMarked")}
              before={before.content}
              now={now.content}
            >
              {answerTo(item) !== undefined && <p className={styles.answer}>{answerTo(item)}</p>}
            </Line>
          ))}
        </DiffList>
      )}
    </Panel>
  );
}

/** For the account manager: what the operator marked, how it was and is, and the answer where it stays as it is. */
export function MarkedItems(given: {
  last: CompanyVersion;
  now: CompanyContent;
  answers: readonly CompanyAnswer[];
  change: (answers: readonly CompanyAnswer[]) => void;
}) {
  const { last, now, answers, change } = given;
  const t = useText();
  const nameOf = useItemName();
  const changed = companyChanges(last.content, now);
  const open = openMarks(last, now, answers);
  const said = (item: CompanyItem) => answers.find((one) => one.item === item)?.answer ?? "";
  const answer = (item: CompanyItem, text: string) => {
    const others = answers.filter((one) => one.item !== item);
    change(text.trim() === "" ? others : [...others, { item, answer: text }]);
  };
  return (
    <section className={styles.marked} aria-label={t("parties.markedBy")}>
      <header>
        <h2>{t("parties.markedBy")}</h2>
        <span>{t("parties.marksDone", { n: last.marks.length - open.length, all: last.marks.length })}</span>
      </header>
      <DiffList>
        {last.marks.map(({ item, reason }) => (
          <Line key={item} item={item} hint={reason} before={last.content} now={now}>
            {!changed.includes(item) && (
              <TextArea
                className={styles.answer}
                label={t("parties.answerTo", { item: nameOf(item) })}
                rows={2}
                maxLength={COMPANY_REVIEW_LIMITS.answer}
                value={said(item)}
                onChange={(text) => answer(item, text)}
              />
            )}
          </Line>
        ))}
      </DiffList>
    </section>
  );
}

function Line(given: {
  item: CompanyItem;
  hint: string;
  before: CompanyContent;
  now: CompanyContent;
  children?: ReactNode;
}) {
  const { item, hint, before, now, children } = given;
  const t = useText();
  const nameOf = useItemName();
  const valueOf = useItemValue();
  const words = { was: t("parties.was"), is: t("parties.is"), unchanged: t("parties.unchanged") };
  const is = companyChanges(before, now).includes(item) ? valueOf(now, item) : null;
  return (
    <DiffLine name={nameOf(item)} hint={hint} was={valueOf(before, item)} is={is} words={words}>
      {children}
    </DiffLine>
  );
}
