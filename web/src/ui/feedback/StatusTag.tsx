import { CircleCheck, CircleDashed, Moon, TriangleAlert, Unplug, type LucideIcon } from "lucide-react";
import { prTicks, type ShownStatus, type PrStatus } from "../tokens/status-tokens.ts";

/** The icon of each plant status: status is never colour alone. */
export const STATUS_ICONS: Record<ShownStatus, LucideIcon> = {
  normal: CircleCheck,
  warning: TriangleAlert,
  offline: Unplug,
  sleeping: Moon,
  not_configured: CircleDashed,
};

/** Icon and word of a plant status. */
export function StatusTag({
  status,
  label,
  small = false,
}: {
  status: ShownStatus;
  label: string;
  small?: boolean;
}) {
  const Icon = STATUS_ICONS[status];
  return (
    <span className={`stag stag-${status.replace("_", "-")} ${small ? "sm" : ""}`}>
      <Icon size={small ? 13 : 14} strokeWidth={2.2} aria-hidden />
      {label}
    </span>
  );
}

/** A value with its severity as colour and as a bar of four ticks; `name` says the severity in words. */
export function SeverityChip({ text, severity, name }: { text: string; severity: PrStatus; name: string }) {
  return (
    <span className={`sevchip sev-${severity}`} title={name}>
      <b>{text}</b>
      <span className="ticks" role="img" aria-label={name}>
        {[1, 2, 3, 4].map((tick) => (
          <i key={tick} className={tick <= prTicks[severity] ? "on" : ""} />
        ))}
      </span>
    </span>
  );
}
