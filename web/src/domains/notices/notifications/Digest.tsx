import { useText } from "../../../platform/i18n.tsx";
import { browserZone } from "../../../platform/zone.ts";
import { Switch } from "../../../ui/controls/Switch.tsx";
import { TimeField } from "../../../ui/controls/dates/TimeField.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Row, type ChoiceProps } from "./choices.tsx";
import styles from "./NotificationSettings.module.css";

/** What a digest is at first. */
const MORNING = { at: "07:00", critical_at_once: true };

/** Whether there is one mail a day, when, and what is told at once beside it. */
export function Digest({ now, busy, set }: ChoiceProps) {
  const t = useText();
  const { digest } = now;
  const change = (part: Partial<typeof MORNING>) =>
    set({ digest: { ...MORNING, ...digest, ...part }, timezone: browserZone() });
  return (
    <Panel title={t("nofset.digest")}>
      <Row label={t("nofset.digestOn")} hint={t("nofset.digestHint")}>
        <Switch
          label={t("nofset.digestOn")}
          on={digest !== null}
          moving={busy}
          onAsk={(on) => (on ? change({}) : set({ digest: null }))}
        />
      </Row>
      {digest !== null && (
        <>
          <div className={styles.times}>
            <TimeField label={t("nofset.digestAt")} value={digest.at} onChange={(at) => change({ at })} />
          </div>
          <p className={styles.zone}>{t("nofset.zone", { zone: now.timezone })}</p>
          <Row label={t("nofset.digestCritical")} hint={t("nofset.digestCriticalHint")}>
            <Switch
              label={t("nofset.digestCritical")}
              on={digest.critical_at_once}
              moving={busy}
              onAsk={(critical_at_once) => change({ critical_at_once })}
            />
          </Row>
        </>
      )}
    </Panel>
  );
}
