import {
  Archive,
  ArrowUpRight,
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  CornerUpLeft,
  Handshake,
  Layers,
  LoaderCircle,
  Lock,
  PenLine,
  Snowflake,
  Tag as TagIcon,
} from "lucide-react";
import { Tag, type TagLook } from "../../ui/feedback/StatusTag.tsx";

const LOOKS: Readonly<Record<string, TagLook>> = {
  draft: { tone: "not_configured", icon: PenLine },
  pending: { tone: "info", icon: Clock },
  in_progress: { tone: "info", icon: LoaderCircle },
  mixed: { tone: "info", icon: Layers },
  to_resubmit: { tone: "warning", icon: CornerUpLeft },
  returned: { tone: "warning", icon: CornerUpLeft },
  waiting_for_payment: { tone: "warning", icon: Clock },
  pending_buyer_input: { tone: "warning", icon: Clock },
  pending_seller_upload_certificate: { tone: "warning", icon: Clock },
  retiring: { tone: "warning", icon: Clock },
  // Calls to other registries.
  prepared: { tone: "info", icon: Clock },
  by_hand: { tone: "warning", icon: PenLine },
  sent: { tone: "info", icon: LoaderCircle },
  unknown: { tone: "warning", icon: Clock },
  acknowledged: { tone: "normal", icon: CircleCheck },
  refused: { tone: "offline", icon: CircleX },
  closed: { tone: "not_configured", icon: Archive },
  approved: { tone: "normal", icon: CircleCheck },
  imported: { tone: "normal", icon: CircleCheck },
  verified: { tone: "normal", icon: CircleCheck },
  active: { tone: "normal", icon: CircleCheck },
  declined: { tone: "offline", icon: CircleX },
  rejected: { tone: "offline", icon: CircleX },
  withdrawn: { tone: "not_configured", icon: Ban },
  cancelled: { tone: "not_configured", icon: Ban },
  expired: { tone: "not_configured", icon: Ban },
  in_force: { tone: "normal", icon: CircleCheck },
  binding_suspended: { tone: "warning", icon: Ban },
  without_consent: { tone: "warning", icon: Ban },
  suspended: { tone: "warning", icon: Ban },
  completed: { tone: "done", icon: Archive },
  // Where certificates are.
  available: { tone: "normal", icon: CircleCheck },
  on_sale: { tone: "info", icon: TagIcon },
  in_settlement: { tone: "info", icon: Handshake },
  redemption_pending: { tone: "warning", icon: Lock },
  export_pending: { tone: "warning", icon: Lock },
  frozen: { tone: "not_configured", icon: Snowflake },
  retired: { tone: "done", icon: Archive },
  external: { tone: "not_configured", icon: ArrowUpRight },
  sold: { tone: "not_configured", icon: ArrowUpRight },
};
const UNKNOWN: TagLook = { tone: "not_configured", icon: Clock };

/** A state of a record, or the place of certificates, as icon and word; `state` is its code and `label` how the page calls it. */
export function StateTag({ state, label }: { state: string; label: string }) {
  const { tone, icon } = LOOKS[state] ?? UNKNOWN;
  return <Tag tone={tone} icon={icon} label={label} />;
}
