import type { TicketStatus } from "@heliograph/contract/support/ticket-states";
import { CircleCheck, CircleDot, MessageCircleReply } from "lucide-react";
import { useText } from "../../platform/i18n.tsx";
import { Tag } from "../../ui/feedback/StatusTag.tsx";

const ICONS = { open: CircleDot, answered: MessageCircleReply, closed: CircleCheck };
/** The tones that the statuses of plants have. */
const TONES = { open: "warning", answered: "normal", closed: "not_configured" } as const;

/** Icon and word of a ticket's state. */
export function TicketTag({ status }: { status: TicketStatus }) {
  const t = useText();
  return <Tag tone={TONES[status]} icon={ICONS[status]} label={t(`ticket.${status}`)} small />;
}
