import { listComments, removeComments, type Comment } from "@heliograph/contract/notices/comments/comments";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { lazy, useState } from "react";
import { useSearchParams } from "react-router";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { pageTexts, useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { Pagination } from "../../../ui/controls/Pagination.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { CommentText } from "./CommentText.tsx";
import { COMMENTS_PER_PAGE, commentsQuery } from "./comment-queries.ts";
import styles from "./Comments.module.css";

const NewComment = lazy(async () => ({ default: (await import("./CommentForm.tsx")).NewComment }));
const ChangedComment = lazy(async () => ({ default: (await import("./CommentForm.tsx")).ChangedComment }));

const WAITING = 180;
const pageIn = (text: string | null) => {
  const page = Number(text ?? "1");
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
};

/** The comments on a project, the newest first, and a form for one more. */
export function CommentsPanel(given: { uid: string; timezone: string; mayWrite: boolean }) {
  const { uid, timezone, mayWrite } = given;
  const { text } = useWords();
  const [address, setAddress] = useSearchParams();
  const page = pageIn(address.get("comments"));
  const comments = useQuery({ ...commentsQuery(uid, page), placeholderData: keepPreviousData });
  const { data } = comments;
  const turn = (to: number) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (to === 1) next.delete("comments");
        else next.set("comments", String(to));
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Panel title={text("comments.title")}>
      {mayWrite && <NewComment place={{ project_uid: uid, timezone }} />}
      {comments.isPending && <Skeleton width="100%" height={WAITING} />}
      {comments.isError && data === undefined && (
        <PanelNote
          text={text("Data is not available")}
          retry={{ label: text("Try again"), run: () => void comments.refetch() }}
        />
      )}
      {data?.items.length === 0 && <PanelNote text={text("comments.none")} />}
      <ol className={styles.thread} aria-busy={comments.isPlaceholderData}>
        {data?.items.map((comment) => (
          <li key={comment.comment_id}>
            <One comment={comment} timezone={timezone} mayWrite={mayWrite} />
          </li>
        ))}
      </ol>
      {(data?.total_items ?? 0) > COMMENTS_PER_PAGE && (
        <Pagination
          current={page}
          pageSize={COMMENTS_PER_PAGE}
          total={data?.total_items ?? 0}
          texts={pageTexts(text)}
          onChange={turn}
        />
      )}
    </Panel>
  );
}

function One({ comment, timezone, mayWrite }: { comment: Comment; timezone: string; mayWrite: boolean }) {
  const { text, format } = useWords();
  const [editing, setEditing] = useState(false);
  const { project_uid } = comment;
  if (editing) {
    return (
      <ChangedComment place={{ project_uid, timezone }} comment={comment} close={() => setEditing(false)} />
    );
  }
  return (
    <article className={styles.comment}>
      <p className={styles.head}>
        <strong>{comment.author ?? text("comments.gone")}</strong>
        <time dateTime={comment.comment_date}>
          {format.dateTime(Date.parse(comment.comment_date), timezone)}
        </time>
        {comment.show_in_report && <FileText size={15} aria-label={text("comments.inReport")} />}
      </p>
      <CommentText comment={comment} />
      {mayWrite && <Actions comment={comment} edit={() => setEditing(true)} />}
    </article>
  );
}

function Actions({ comment, edit }: { comment: Comment; edit: () => void }) {
  const { text } = useWords();
  const serverText = useServerText();
  const [asking, setAsking] = useState(false);
  const removing = useCall(removeComments, [listComments]);
  const { project_uid, comment_id: list_comment_id } = comment;
  const remove = async () => {
    try {
      const { message } = await removing.mutateAsync({ query: { project_uid, list_comment_id } });
      say.success(serverText(message));
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  return (
    <div className={styles.actions}>
      <Button type="text" size="small" onClick={edit}>
        {text("comments.edit")}
      </Button>
      <Button type="text" size="small" onClick={() => setAsking(true)}>
        {text("comments.delete")}
      </Button>
      {asking && (
        <Confirm
          title={text("Are you sure?")}
          hint={text("comments.deleteHint")}
          yes={text("Yes")}
          no={text("No")}
          danger
          run={remove}
          close={() => setAsking(false)}
        />
      )}
    </div>
  );
}
