import {
  addComment,
  changeComment,
  COMMENT_LIMITS,
  listComments,
  type Comment,
} from "@heliograph/contract/notices/comments/comments";
import { Sigma } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useContractForm, type ContractForm } from "../../../platform/form/use-contract-form.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { TextArea } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { FigurePicker } from "./FigurePicker.tsx";
import styles from "./Comments.module.css";

interface Place {
  readonly project_uid: string;
  readonly timezone: string;
}

type CommentFields = { readonly contents: string; readonly show_in_report: boolean };
const NOTHING: CommentFields = { contents: "", show_in_report: false };

/** Writes a comment on the project. */
export function NewComment({ place }: { place: Place }) {
  const { project_uid } = place;
  const adding = useCall(addComment, [listComments]);
  const form = useContractForm(addComment, {
    defaults: NOTHING,
    toBody: (fields: CommentFields) => ({ project_uid, ...fields }),
    send: (body) => adding.mutateAsync({ body }),
    ...useOutcome(),
    clears: true,
  });
  return <Fields form={form} place={place} save="comments.add" />;
}

/** Writes a comment anew; figures that stay in it keep their value. */
export function ChangedComment(given: { place: Place; comment: Comment; close: () => void }) {
  const { place, comment, close } = given;
  const { comment_id, contents, show_in_report } = comment;
  const [defaults] = useState<CommentFields>(() => ({ contents, show_in_report }));
  const changing = useCall(changeComment, [listComments]);
  const { project_uid } = place;
  const form = useContractForm(changeComment, {
    defaults,
    toBody: (fields: CommentFields) => ({ project_uid, comment_id, ...fields }),
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
