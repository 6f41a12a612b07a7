import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { DEVICE_LIMITS } from "@heliograph/contract/registry/devices/device-form";
import {
  isReviewItem,
  itemsChanged,
  markState,
  REVIEW_ITEMS,
  type ReviewItem,
} from "@heliograph/contract/registry/devices/device-review";
import type { DeviceVersionContent } from "@heliograph/contract/registry/devices/device-version";
import { CircleCheck, CircleDashed, CircleSlash, MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { MISSING } from "../../../../platform/format.ts";
import { TextArea } from "../../../../ui/controls/TextField.tsx";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { DiffLine, DiffList } from "../../../../ui/records/DiffLine.tsx";
import { useDeviceWords } from "../device-words.ts";
import styles from "../Devices.module.css";
import { itemNames } from "../item-names.ts";
import type { DraftState } from "../draft/use-device-draft.ts";

/** What the issuer marked: how it was, how it is now, and the answer where it stays. What else was changed stands below and needs a reason. */
export function Resubmission({ application, state }: { application: DeviceApplication; state: DraftState }) {
  const { text } = useDeviceWords();
  const { draft, answers, note, change } = state;
  const last = application.versions.at(-1);
  if (last === undefined) return null;
  const now: DeviceVersionContent = { ...draft, documents: application.documents, earlier: [] };
  const changed = itemsChanged(last.content, now);
  const marks = last.marks;
  const marked = new Set<string>(marks.map(({ item }) => item));
  const outside = changed.filter((item) => !marked.has(item));
  const done = marks.filter(
    ({ item }) => markState(item, { marks, changed, answers, note }) !== "open",
  ).length;
  const gone = marks.filter(({ item }) => !isReviewItem(item)).length;
  const answer = (item: ReviewItem, said: string) => change({ answers: answered(answers, item, said) });
  return (
    <>
      <Panel
        flush
        title={text("dev.markedBy")}
        extra={<span className={styles.chip}>{text("dev.doneOf", { n: done, all: marks.length })}</span>}
      >
        <p className={styles.group}>{text("dev.diffHint", { a: last.submission, b: last.submission + 1 })}</p>
        <DiffList>
          {marks.map(({ item, reason }) => (
            <DiffRow key={item} {...{ application, item, now }} hint={reason} before={last.content}>
              <State of={markState(item, { marks, changed, answers, note })} />
              {isReviewItem(item) && !changed.includes(item) && (
                <Answer
                  item={item}
                  said={answers.find((one) => one.item === item)?.answer ?? ""}
                  answer={(said) => answer(item, said)}
                />
              )}
            </DiffRow>
          ))}
          {outside.map((item) => (
            <DiffRow
              key={item}
              {...{ application, item, now }}
              hint={text("dev.outside")}
              before={last.content}
            >
              {note.trim() === "" ? (
                <span className={styles.chip}>{text("dev.outsideHint")}</span>
              ) : (
                <State of="changed" />
              )}
            </DiffRow>
          ))}
        </DiffList>
        <p className={styles.group}>
          {text("dev.rest", { n: REVIEW_ITEMS.length - (marks.length - gone) - outside.length })}
        </p>
      </Panel>
      <Note note={note} change={(next) => change({ note: next })} />
    </>
  );
}

/** The answers with that to the item as it is now; without it where nothing is said. */
function answered(answers: DraftState["answers"], item: ReviewItem, said: string): DraftState["answers"] {
  const others = answers.filter((one) => one.item !== item);
  return said.trim() === "" ? others : [...others, { item, answer: said }];
}

/** What the applicant writes to the issuer, on one line. */
function Note({ note, change }: { note: string; change: (note: string) => void }) {
  const { text } = useDeviceWords();
  return (
    <Panel title={text("dev.note")}>
      <TextArea
        label={text("dev.note")}
        hideLabel
        rows={2}
        maxLength={DEVICE_LIMITS.note}
        value={note}
        onChange={(next) => change(next.replace(/[\r\n\t]+/g, " "))}
      />
    </Panel>
  );
}

/** What a version says under a name that the form has no longer. */
const earlierValue = ({ earlier, documents }: DeviceVersionContent, name: string): string =>
  [
    ...earlier.filter((one) => one.name === name).map((one) => one.value),
    ...documents.filter(({ kind }) => kind === name).map((one) => one.name),
  ].join(", ") || MISSING;

/** An item as it was and as it is, in words for those who do not see colours. */
export function DiffRow(given: {
  application: DeviceApplication;
  item: string;
  hint: string;
  before: DeviceVersionContent;
  now: DeviceVersionContent;
  children?: ReactNode;
}) {
  const { application, item, hint, before, now, children } = given;
  const { text, item: nameOf, value } = useDeviceWords();
  const names = itemNames(application);
  const held = (content: DeviceVersionContent) =>
    isReviewItem(item) ? value(content, item, names) : earlierValue(content, item);
  const was = held(before);
  const is = held(now);
  const same = !itemsChanged(before, now).some((one) => one === item);
  const words = { was: text("dev.was"), is: text("dev.is"), unchanged: text("dev.unchanged") };
  return (
    <DiffLine name={nameOf(item)} hint={hint} was={was} is={same ? null : is} words={words}>
      {children}
    </DiffLine>
  );
}

const ICONS = {
  changed: CircleCheck,
  answered: MessageSquare,
  open: CircleDashed,
  gone: CircleSlash,
} as const;

function State({ of }: { of: keyof typeof ICONS }) {
  const { text } = useDeviceWords();
  const Icon = ICONS[of];
  return (
    <span className={of === "open" ? styles.wanting : styles.ready}>
      <Icon size={14} aria-hidden /> {text(`dev.${of}`)}
    </span>
  );
}

function Answer({ item, said, answer }: { item: ReviewItem; said: string; answer: (said: string) => void }) {
  const { text, item: nameOf } = useDeviceWords();
  return (
    <TextArea
      className={styles.answer}
      label={text("dev.answer", { item: nameOf(item) })}
      rows={2}
      maxLength={DEVICE_LIMITS.answer}
      value={said}
      onChange={answer}
    />
  );
}
