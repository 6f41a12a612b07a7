import {
  addComment,
  changeComment,
  COMMENT_LIMITS,
  listComments,
  type Comment,
} from "@heliograph/contract/notices/comments/comments";
import { instantAt, localDay } from "@heliograph/contract/kernel/time";
import { Sigma } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useContractForm, type ContractForm } from "../../../platform/form/use-contract-form.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { TextArea } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { FigurePicker } from "./FigurePicker.tsx";
import styles from "./Comments.module.css";

interface Place {
  readonly project_uid: string;
  readonly timezone: string;
}

interface CommentFields {
  readonly contents: string;
  /** The day of the plant that it is about; null: the present time. */
  readonly day: string | null;
  readonly show_in_report: boolean;
}
const NOTHING: CommentFields = { contents: "", day: null, show_in_report: false };
const HALF_MINUTE = 30_000;
const NOON = 12 * 60;

/** The time of a comment on the day that was chosen: its noon, and of today the present time. */
function dated(timezone: string, day: string) {
  const nowMs = Date.now();
  const at = day === localDay(timezone, nowMs) ? nowMs : instantAt(timezone, day, NOON);
  return { comment_date: new Date(at).toISOString() };
}

/** Writes a comment on the project. */
export function NewComment({ place }: { place: Place }) {
  const { project_uid, timezone } = place;
  const adding = useCall(addComment, [listComments]);
  const form = useContractForm(addComment, {
    defaults: NOTHING,
    toBody: ({ day, ...fields }: CommentFields) => ({
      project_uid,
      ...fields,
      ...(day === null ? {} : dated(timezone, day)),
    }),
    send: (body) => adding.mutateAsync({ body }),
    ...useOutcome(),
    clears: true,
  });
  return <Fields form={form} place={place} save="comments.add" />;
}

/** Writes a comment anew; figures that stay in it keep their value, and so does its time while its day stays. */
export function ChangedComment(given: { place: Place; comment: Comment; close: () => void }) {
  const { place, comment, close } = given;
  const { comment_id, contents, comment_date, show_in_report } = comment;
  const { project_uid, timezone } = place;
  const [defaults] = useState<CommentFields>(() => ({
    contents,
    day: localDay(timezone, Date.parse(comment_date)),
    show_in_report,
  }));
  const changing = useCall(changeComment, [listComments]);
  const form = useContractForm(changeComment, {
    defaults,
    toBody: ({ day, ...fields }: CommentFields) => ({
      project_uid,
      comment_id,
      ...fields,
      ...(day === null || day === defaults.day ? {} : dated(timezone, day)),
    }),
    send: (body) => changing.mutateAsync({ body }),
    ...useOutcome(close),
  });
  return <Fields form={form} place={place} save="comments.save" close={close} />;
}

function useOutcome(close?: () => void) {
  const serverText = useServerText();
  return {
    onSaved: ({ message }: { message: string }) => {
      say.success(serverText(message));
      close?.();
    },
    onRefused: (error: unknown) => say.error(serverText(refusalText(error))),
  };
}

/** The day that the comment is about; of a new one it may be left empty. */
function AboutDay(given: { form: ContractForm<CommentFields>; timezone: string; mayBeNow: boolean }) {
  const { form, timezone, mayBeNow } = given;
  const { text } = useWords();
  const today = localDay(timezone, useNow(HALF_MINUTE));
  return (
    <DateField
      className={styles.day}
      label={text("comments.day")}
      today={today}
      max={today}
      value={form.values.day}
      onChange={(day) => form.change("day", day)}
      {...(mayBeNow ? { hint: text("comments.dayHint"), onClear: () => form.change("day", null) } : {})}
      disabled={form.busy}
    />
  );
}

function Fields(given: {
  form: ContractForm<CommentFields>;
  place: Place;
  save: "comments.add" | "comments.save";
  close?: () => void;
}) {
  const { form, place, save, close } = given;
  const { text } = useWords();
  const [picking, setPicking] = useState(false);
  const { values } = form;
  const report = form.field("show_in_report");
  const insert = (chip: string) => {
    const { contents } = values;
    form.change(
      "contents",
      contents === "" || /\s$/.test(contents) ? `${contents}${chip}` : `${contents} ${chip}`,
    );
  };
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate aria-busy={form.busy}>
      <TextArea
        {...form.field("contents")}
        label={text("comments.text")}
        maxLength={COMMENT_LIMITS.contents}
        rows={4}
        disabled={form.busy}
      />
      {picking && (
        <FigurePicker
          uid={place.project_uid}
          timezone={place.timezone}
          insert={insert}
          close={() => setPicking(false)}
        />
      )}
      <AboutDay form={form} timezone={place.timezone} mayBeNow={close === undefined} />
      <Checkbox
        label={text("comments.showInReport")}
        checked={values.show_in_report}
        onChange={(shown) => report.onChange(shown)}
      />
      <div className={styles.foot}>
        {!picking && (
          <Button icon={<Sigma size={16} aria-hidden />} onClick={() => setPicking(true)}>
            {text("comments.figure")}
          </Button>
        )}
        {close !== undefined && <Button onClick={close}>{text("Cancel")}</Button>}
        <Button submits loading={form.busy} disabled={values.contents.trim() === ""}>
          {text(save)}
        </Button>
      </div>
    </form>
  );
}
