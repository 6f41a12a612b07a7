import type { SensorHealth } from "@heliograph/contract/monitoring/devices/device-list";
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { useWords } from "../words.ts";

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
    <span
      className={`stag stag-${paint} ${small ? "sm" : ""}`}
      title={health.reasons.map((reason) => text(`sensor.${reason}`)).join(" ")}
    >
      <Icon size={small ? 13 : 14} strokeWidth={2.2} aria-hidden />
      {text(`sensor.${health.status}`)}
    </span>
  );
}
