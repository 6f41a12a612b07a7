import { closedBecause } from "@heliograph/contract/kernel/life-cycle";
import { ticketLife, type TicketRole } from "@heliograph/contract/support/ticket-states";
import { TICKET_LIMITS, type TicketThread } from "@heliograph/contract/support/tickets";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ask, useCall } from "../../platform/api.ts";
import { FormDrawer } from "../../platform/form/FormDrawer.tsx";
import { useContractForm } from "../../platform/form/use-contract-form.ts";
import { useFormat } from "../../platform/format.ts";
import { refusalText } from "../../platform/http.ts";
import { useServerText, useText } from "../../platform/i18n.tsx";
import { browserZone } from "../../platform/zone.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { TextArea } from "../../ui/controls/TextField.tsx";
import { PanelNote, Skeleton } from "../../ui/feedback/states.tsx";
import { say } from "../../ui/feedback/say.ts";
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
    <FormDrawer
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
    </FormDrawer>
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
            <time>{format.dateTime(Date.parse(message.at), ZONE)}</time>
          </p>
          <p className={styles.body}>{message.body}</p>
        </li>
      ))}
    </ol>
  );
}

/** What its reader may do with the ticket. */
function Actions({ thread, side }: { thread: TicketThread; side: TicketRole }) {
  const t = useText();
  const calls = ticketCalls(side);
  const failed = useRefusal();
  const move = useCall(calls.move, [calls.one, calls.list]);
  const may = (action: keyof typeof ticketLife.actions) =>
    closedBecause(ticketLife, action, { at: thread.status, role: side }) === undefined;
  const { ticket_uid } = thread;
  const turn = (action: "close" | "reopen") =>
    move.mutateAsync({ body: { ticket_uid, action } }).catch(failed);
  if (may("reopen")) {
    return (
      <div className={styles.actions}>
        <p>{t("ticket.isClosed")}</p>
        <Button loading={move.isPending} onClick={() => void turn("reopen")}>
          {t("ticket.reopen")}
        </Button>
      </div>
    );
  }
  return (
    <ReplyForm ticket_uid={ticket_uid} side={side}>
      {(busy) =>
        may("close") && (
          <Button disabled={busy || move.isPending} onClick={() => void turn("close")}>
            {t("ticket.close")}
          </Button>
        )
      }
    </ReplyForm>
  );
}

/** A message to add to the ticket. */
function ReplyForm(given: {
  ticket_uid: string;
  side: TicketRole;
  /** What else may be done, beside the button that sends. */
  children: (busy: boolean) => ReactNode;
}) {
  const { ticket_uid, side, children } = given;
  const t = useText();
  const calls = ticketCalls(side);
  const reply = useCall(calls.reply, [calls.one, calls.list]);
  const form = useContractForm(calls.reply, {
    defaults: { body: "" },
    toBody: ({ body }) => ({ ticket_uid, body }),
    send: (body) => reply.mutateAsync({ body }),
    onRefused: useRefusal(),
    clears: true,
  });
  return (
    <form className={styles.actions} onSubmit={form.submit} noValidate>
      <TextArea
        {...form.field("body")}
        label={t("ticket.reply")}
        maxLength={TICKET_LIMITS.body}
        rows={3}
        disabled={form.busy}
      />
      <div className={styles.buttons}>
        {children(form.busy)}
        <Button type="primary" submits loading={form.busy} disabled={form.values.body.trim() === ""}>
          {t("ticket.send")}
        </Button>
      </div>
    </form>
  );
}

/** Says over the page why something was refused. */
function useRefusal(): (error: unknown) => void {
  const serverText = useServerText();
  return (error) => say.error(serverText(refusalText(error)));
}
