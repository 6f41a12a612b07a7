import { CircleCheck, CircleDashed, Moon, TriangleAlert, Unplug, type LucideIcon } from "lucide-react";
import { prTicks, type PrStatus, type RecordTone, type StatusKey } from "../tokens/status-tokens.ts";
import { classNames } from "../controls/class-names.ts";
import chip from "./SeverityChip.module.css";
import styles from "./StatusTag.module.css";

/** The icon of each plant status: status is never colour alone. */
export const STATUS_ICONS: Record<StatusKey, LucideIcon> = {
  normal: CircleCheck,
  warning: TriangleAlert,
  offline: Unplug,
  sleeping: Moon,
  not_configured: CircleDashed,
};

/** The tones of a tag: those of plants, what is on its way, and what is over for good. */
type TagTone = StatusKey | RecordTone;

/** The tone and the icon of something that is said as a plant's status is. */
export interface TagLook {
  readonly tone: TagTone;
  readonly icon: LucideIcon;
}

/** Icon and word in a tone. */
export function Tag(given: {
  tone: TagTone;
  icon?: LucideIcon;
  label: string;
  small?: boolean;
  title?: string;
}) {
  const { tone, icon: Icon, label, small = false, title } = given;
  return (
    <span className={classNames(styles.tag, styles[tone], small && styles.small)} title={title}>
      {Icon !== undefined && <Icon size={small ? 13 : 14} strokeWidth={2.2} aria-hidden />}
      {label}
    </span>
  );
}

/** Icon and word of a plant status. */
export function StatusTag(given: { status: keyof typeof STATUS_ICONS; label: string; small?: boolean }) {
  const { status, label, small = false } = given;
  return <Tag tone={status} icon={STATUS_ICONS[status]} label={label} small={small} />;
}

/** A value with its severity as colour and as a bar of four ticks; `name` says the severity in words. */
export function SeverityChip({ text, severity, name }: { text: string; severity: PrStatus; name: string }) {
  return (
    <span className={classNames(chip.chip, chip[severity])} title={name}>
      <b>{text}</b>
      <span className={chip.ticks} role="img" aria-label={name}>
        {[1, 2, 3, 4].map((tick) => (
          <i key={tick} className={tick <= prTicks[severity] ? chip.on : undefined} />
        ))}
      </span>
    </span>
  );
}
