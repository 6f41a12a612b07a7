import { closedBecause } from "@heliograph/contract/kernel/states";
import { ticketLife, type TicketRole } from "@heliograph/contract/support/ticket-states";
import { TICKET_LIMITS, type TicketThread } from "@heliograph/contract/support/tickets";
import { useQuery } from "@tanstack/react-query";
import { Button, Drawer, Input } from "antd";
import { useId, useState } from "react";
import { ask, useCall } from "../../platform/api.ts";
import { useFormat } from "../../platform/format.ts";
import { Refused } from "../../platform/http.ts";
import { useSaid, useText } from "../../platform/i18n.tsx";
import { browserZone } from "../../platform/zone.ts";
import { PanelNote, Skeleton } from "../../ui/feedback/states.tsx";
import { say } from "../../ui/feedback/messages.tsx";
import { ticketCalls } from "./ticket-calls.ts";
import { TicketTag } from "./TicketTag.tsx";
import styles from "./TicketDrawer.module.css";

const ZONE = browserZone();

interface Props {
  readonly open: boolean;
  readonly uid: string;
  readonly side: TicketRole;
  readonly mayWrite: boolean;
  readonly close: () => void;
}

/** The thread of a ticket, and what its reader may do: reply, close it, open it again. */
export function TicketDrawer({ open, uid, side, mayWrite, close }: Props) {
  const t = useText();
  const calls = ticketCalls(side);
  const query = useQuery({ ...ask(calls.one, { query: { ticket_uid: uid } }), enabled: open });
  const thread = query.data;
  return (
    <Drawer
      open={open}
      onClose={close}
      width={560}
      title={thread?.subject ?? t("ticket.title")}
      {...(thread === undefined ? {} : { extra: <TicketTag status={thread.status} /> })}
    >
      {query.isPending && <Skeleton width="100%" height={220} />}
      {query.isError && thread === undefined && (
        <PanelNote
          text={t("Data is not available")}
          retry={{ label: t("Try again"), run: () => void query.refetch() }}
        />
      )}
      {thread !== undefined && (
        <>
          <Messages thread={thread} />
          {mayWrite && <Actions key={thread.ticket_uid} thread={thread} side={side} />}
        </>
      )}
    </Drawer>
  );
}

function Messages({ thread }: { thread: TicketThread }) {
  const t = useText();
  const format = useFormat();
  return (
    <ol className={styles.thread}>
      {thread.messages.map((message) => (
        <li key={message.message_uid} className={message.from_support ? styles.fromSupport : ""}>
          <p className={styles.author}>
            <strong>{message.author ?? t("ticket.gone")}</strong>
            {message.from_support && <span className={styles.side}>{t("Support")}</span>}
            <span className="num">{format.dateTime(Date.parse(message.at), ZONE)}</span>
          </p>
          <p className={styles.body}>{message.body}</p>
        </li>
      ))}
    </ol>
  );
}

function Actions({ thread, side }: { thread: TicketThread; side: TicketRole }) {
  const t = useText();
  const said = useSaid();
  const calls = ticketCalls(side);
  const reply = useCall(calls.reply, [calls.one, calls.list]);
  const move = useCall(calls.move, [calls.one, calls.list]);
  const [text, setText] = useState("");
  const id = useId();
  const busy = reply.isPending || move.isPending;
  const at = { at: thread.status, role: side };
  const may = (action: keyof typeof ticketLife.actions) =>
    closedBecause(ticketLife, action, at) === undefined;
  const failed = (error: unknown) =>
    say.error(said(error instanceof Refused ? error.message : "Something went wrong"));
  const { ticket_uid } = thread;
  const send = () => reply.mutateAsync({ body: { ticket_uid, body: text } }).then(() => setText(""), failed);
  const turn = (action: "close" | "reopen") =>
    move.mutateAsync({ body: { ticket_uid, action } }).catch(failed);
  if (may("reopen")) {
    return (
      <div className={styles.actions}>
        <p>{t("ticket.isClosed")}</p>
        <Button loading={busy} onClick={() => void turn("reopen")}>
          {t("ticket.reopen")}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.actions}>
      <label htmlFor={id}>{t("ticket.reply")}</label>
      <Input.TextArea
        id={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={TICKET_LIMITS.body}
        autoSize={{ minRows: 3, maxRows: 12 }}
        disabled={busy}
      />
      <div className={styles.buttons}>
        {may("close") && (
          <Button disabled={busy} onClick={() => void turn("close")}>
            {t("ticket.close")}
          </Button>
        )}
        <Button
          type="primary"
          loading={reply.isPending}
          disabled={text.trim() === ""}
          onClick={() => void send()}
        >
          {t("ticket.send")}
        </Button>
      </div>
    </div>
  );
}
