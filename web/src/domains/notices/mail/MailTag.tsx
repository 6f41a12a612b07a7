import type { Mail } from "@heliograph/contract/notices/mail";
import { CircleCheck, CircleDashed, Inbox, TriangleAlert } from "lucide-react";
import { useWords } from "../../../platform/words.ts";
import { Tag } from "../../../ui/feedback/StatusTag.tsx";

const LOOKS = {
  queued: { tone: "not_configured", icon: CircleDashed },
  sent: { tone: "normal", icon: CircleCheck },
  outbox: { tone: "sleeping", icon: Inbox },
  failed: { tone: "offline", icon: TriangleAlert },
} as const;

/** What became of a mail, as icon and word. */
export function MailTag({ of: { state } }: { of: Pick<Mail, "state"> }) {
  const { text } = useWords();
  return <Tag {...LOOKS[state]} label={text(`outbox.${state}`)} />;
}
