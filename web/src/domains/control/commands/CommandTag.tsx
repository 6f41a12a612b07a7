import type { CommandState } from "@heliograph/contract/control/commands";
import { Ban, CircleCheck, CircleX, Clock, ClockAlert, Eye, Layers, Send, Undo2 } from "lucide-react";
import { useText } from "../../../platform/i18n.tsx";
import { Tag, type TagLook } from "../../../ui/feedback/StatusTag.tsx";

const LOOKS: Readonly<Record<CommandState, TagLook>> = {
  queued: { tone: "sleeping", icon: Clock },
  sent: { tone: "sleeping", icon: Send },
  acknowledged: { tone: "sleeping", icon: Send },
  applied: { tone: "sleeping", icon: Eye },
  verified: { tone: "normal", icon: CircleCheck },
  failed: { tone: "offline", icon: CircleX },
  expired: { tone: "warning", icon: ClockAlert },
  superseded: { tone: "not_configured", icon: Layers },
  reverted: { tone: "warning", icon: Undo2 },
  cancelled: { tone: "not_configured", icon: Ban },
};

/** The state of a command as a tag. */
export function CommandTag({ state }: { state: CommandState }) {
  const t = useText();
  return <Tag small {...LOOKS[state]} label={t(`command.state.${state}`)} />;
}
