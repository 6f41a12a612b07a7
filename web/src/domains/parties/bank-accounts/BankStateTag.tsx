import { Archive, CircleCheck, CircleX, Clock } from "lucide-react";
import { useText } from "../../../platform/i18n.tsx";
import { Tag, type TagLook } from "../../../ui/feedback/StatusTag.tsx";

const LOOKS = {
  pending_verification: { tone: "info", icon: Clock },
  verified: { tone: "normal", icon: CircleCheck },
  rejected: { tone: "offline", icon: CircleX },
  archived: { tone: "done", icon: Archive },
} as const satisfies Record<string, TagLook>;

const isKnown = (status: string): status is keyof typeof LOOKS => Object.hasOwn(LOOKS, status);

/** The name of a state; one that is not known by its code. */
export const bankStateName = (status: string, t: ReturnType<typeof useText>): string =>
  isKnown(status) ? t(`parties.bank_${status}`) : status;

/** The state of a bank account (C113): icon and word; one that is not known by its code. */
export function BankStateTag({ status }: { status: string }) {
  const t = useText();
  if (!isKnown(status)) return <Tag tone="not_configured" label={status} />;
  return <Tag {...LOOKS[status]} label={bankStateName(status, t)} small />;
}
