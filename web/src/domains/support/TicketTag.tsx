import type { TicketStatus } from "@heliograph/contract/support/ticket-states";
import { CircleCheck, CircleDot, MessageCircleReply } from "lucide-react";
import { useText } from "../../platform/i18n.tsx";

const ICONS = { open: CircleDot, answered: MessageCircleReply, closed: CircleCheck };
/** The tones that the statuses of plants have. */
const TONES = { open: "warning", answered: "normal", closed: "not-configured" };

/** Icon and word of a ticket's state. */
export function TicketTag({ status }: { status: TicketStatus }) {
  const t = useText();
  const Icon = ICONS[status];
  return (
    <span className={`stag sm stag-${TONES[status]}`}>
      <Icon size={13} strokeWidth={2.2} aria-hidden />
      {t(`ticket.${status}`)}
    </span>
  );
}
