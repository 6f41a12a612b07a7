import type { RollOut } from "@heliograph/contract/control/roll-outs";
import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  OctagonX,
  RotateCw,
  Send,
  TriangleAlert,
  Unplug,
} from "lucide-react";
import { useWords } from "../../../platform/words.ts";
import { Tag, type TagLook } from "../../../ui/feedback/StatusTag.tsx";
import type { GatewayOfRollOut } from "./roll-out-queries.ts";
import { standOf } from "./roll-out-words.ts";

const ROLL_OUTS: Readonly<Record<RollOut["state"], TagLook>> = {
  running: { tone: "sleeping", icon: RotateCw },
  waiting: { tone: "sleeping", icon: Clock },
  done: { tone: "normal", icon: CircleCheck },
  stopped: { tone: "offline", icon: OctagonX },
};

const GATEWAYS: Readonly<Record<GatewayOfRollOut["state"], TagLook>> = {
  waiting: { tone: "not_configured", icon: Clock },
  under_way: { tone: "sleeping", icon: Send },
  updated: { tone: "normal", icon: CircleCheck },
  failed: { tone: "offline", icon: CircleX },
  silent: { tone: "offline", icon: Unplug },
  other_version: { tone: "warning", icon: TriangleAlert },
  left_out: { tone: "not_configured", icon: Ban },
};

/** How far a roll-out is. */
export function RollOutTag({ state }: { state: RollOut["state"] }) {
  const { text } = useWords();
  return <Tag small {...ROLL_OUTS[state]} label={text(`rollOuts.state.${state}`)} />;
}

/** Where a gateway of a roll-out stands. */
export function StandTag({ gateway }: { gateway: GatewayOfRollOut }) {
  const words = useWords();
  return <Tag small {...GATEWAYS[gateway.state]} label={standOf(gateway, words)} />;
}
