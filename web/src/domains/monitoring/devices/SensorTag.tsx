import type { SensorHealth } from "@heliograph/contract/monitoring/devices/device-list";
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { useWords } from "../words.ts";
import { Tag } from "../../../ui/feedback/StatusTag.tsx";

const LOOKS = {
  Normal: { Icon: CircleCheck, paint: "normal" },
  Warning: { Icon: TriangleAlert, paint: "warning" },
  Critical: { Icon: CircleAlert, paint: "offline" },
} as const;

/** Icon and word of a sensor's status (M136). */
export function SensorTag({ health, small = false }: { health: SensorHealth; small?: boolean }) {
  const { text } = useWords();
  const { Icon, paint } = LOOKS[health.status];
  return (
    <Tag
      tone={paint}
      icon={Icon}
      label={text(`sensor.${health.status}`)}
      small={small}
      title={health.reasons.map((reason) => text(`sensor.${reason}`)).join(" ")}
    />
  );
}
