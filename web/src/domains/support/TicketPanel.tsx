import type { TicketRole } from "@heliograph/contract/support/ticket-states";
import type { TicketItem } from "@heliograph/contract/support/tickets";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { lazy, useState } from "react";
import { useFormat } from "../../platform/format.ts";
import { useText } from "../../platform/i18n.tsx";
import { pageTexts } from "../../platform/words.ts";
import { browserZone } from "../../platform/zone.ts";
import { OnceOpened } from "../../ui/feedback/OnceOpened.tsx";
import { Pagination } from "../../ui/controls/Pagination.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { PanelNote, Skeleton } from "../../ui/feedback/states.tsx";
import { TICKETS_PER_PAGE, ticketsQuery } from "./ticket-queries.ts";
import { TicketTag } from "./TicketTag.tsx";
import styles from "./TicketPanel.module.css";

const TicketDrawer = lazy(async () => ({ default: (await import("./TicketDrawer.tsx")).TicketDrawer }));

const ZONE = browserZone();

/** The tickets of a project, those that changed last first; one opens its thread. `mayWrite`: replies and moves. */
export function TicketPanel(given: { uid: string; side: TicketRole; mayWrite: boolean }) {
  const { uid, side, mayWrite } = given;
  const t = useText();
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState(false);
  /** Stays while its drawer closes. */
  const [shown, setShown] = useState<string | null>(null);
  const show = (ticket: TicketItem) => {
    setShown(ticket.ticket_uid);
    setOpen(true);
  };
  const tickets = useQuery({
    ...ticketsQuery(side, uid, page),
    placeholderData: (before) => before,
  });
  return (
    <Panel title={t("ticket.title")}>
      {tickets.isError && tickets.data === undefined && (
        <PanelNote
          text={t("Data is not available")}
          retry={{ label: t("Try again"), run: () => void tickets.refetch() }}
        />
      )}
      {tickets.isPending && <Skeleton width="100%" height={150} />}
      {tickets.data?.items.length === 0 && <PanelNote text={t("ticket.none")} />}
      <ul className={styles.tickets}>
        {tickets.data?.items.map((ticket) => (
          <li key={ticket.ticket_uid}>
            <Row ticket={ticket} open={() => show(ticket)} />
          </li>
        ))}
      </ul>
      {(tickets.data?.total_items ?? 0) > TICKETS_PER_PAGE && (
        <Pagination
          current={page}
          pageSize={TICKETS_PER_PAGE}
          total={tickets.data?.total_items ?? 0}
          texts={pageTexts(t)}
          onChange={setPage}
        />
      )}
      {shown !== null && (
        <OnceOpened open={open}>
          <TicketDrawer uid={shown} {...{ open, side, mayWrite }} close={() => setOpen(false)} />
        </OnceOpened>
      )}
    </Panel>
  );
}

function Row({ ticket, open }: { ticket: TicketItem; open: () => void }) {
  const t = useText();
  const format = useFormat();
  return (
    <button type="button" className={styles.ticket} onClick={open}>
      <span className={styles.about}>
        <strong>{ticket.subject}</strong>
        <span>
          {format.dateTime(Date.parse(ticket.changed_at), ZONE)} ·{" "}
          {t("ticket.messages", { n: ticket.message_count })}
        </span>
      </span>
      <TicketTag status={ticket.status} />
      <ChevronRight size={18} aria-hidden />
    </button>
  );
}
