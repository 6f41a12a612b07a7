import { Archive, Ban, CircleCheck, Clock, PenLine } from "lucide-react";
import { useText } from "../../../../platform/i18n.tsx";
import { Tag, type TagLook } from "../../../../ui/feedback/StatusTag.tsx";

const LOOKS = {
  draft: { tone: "not_configured", icon: PenLine },
  under_review: { tone: "info", icon: Clock },
  amendment_review: { tone: "info", icon: Clock },
  active: { tone: "normal", icon: CircleCheck },
  suspended: { tone: "warning", icon: Ban },
  closed: { tone: "done", icon: Archive },
} as const satisfies Record<string, TagLook>;

const isKnown = (status: string): status is keyof typeof LOOKS => Object.hasOwn(LOOKS, status);

/** The state of a business account: icon and word; one that is not known by its code. */
export function AccountStateTag({ status }: { status: string }) {
  const t = useText();
  if (!isKnown(status)) return <Tag tone="not_configured" label={status} />;
  // A change of an active account is reviewed under the same name.
  const name = status === "amendment_review" ? "under_review" : status;
  return <Tag {...LOOKS[status]} label={t(`parties.state_${name}`)} small />;
}
