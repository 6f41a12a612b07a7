import {
  changeNoticePreferences,
  getNoticePreferences,
  NOTICE_TOPICS,
  type NoticePreferences,
} from "@heliograph/contract/notices/notifications/notice-preferences";
import {
  checkAcceptNotifications,
  updateAcceptNotifications,
} from "@heliograph/contract/notices/notifications/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCall } from "../../../platform/api.ts";
import { LANGUAGE_NAMES, LANGUAGES, useServerText, useText } from "../../../platform/i18n.tsx";
import { useTitle } from "../../../platform/title.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Select } from "../../../ui/controls/Select.tsx";
import { Switch } from "../../../ui/controls/Switch.tsx";
import { TimeField } from "../../../ui/controls/dates/TimeField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Boxes, Row, type ChoiceProps } from "./choices.tsx";
import { Digest } from "./Digest.tsx";
import { PushHere } from "./PushHere.tsx";
import { preferencesQuery } from "./preference-queries.ts";
import styles from "./NotificationSettings.module.css";

const SEVERITIES = ["critical", "warning", "minor"] as const;
/** What quiet hours are at first. */
const NIGHT = { from: "22:00", until: "06:00" };

/** `/notifications`: how the account wants to be notified. What is chosen holds at once. */
export default function NotificationSettingsScreen() {
  const t = useText();
  const serverText = useServerText();
  const preferences = useQuery(preferencesQuery());
  useTitle(t("nofset.title"));
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{t("nofset.title")}</h1>
      </header>
      {preferences.data !== undefined && <Choices now={preferences.data} />}
      {preferences.isPending && (
        <Panel>
          <Skeleton width="100%" height={240} />
        </Panel>
      )}
      {preferences.isError && preferences.data === undefined && (
        <Panel>
          <PanelNote
            text={serverText(preferences.error.message)}
            retry={{ label: t("Try again"), run: () => void preferences.refetch() }}
          />
        </Panel>
      )}
    </div>
  );
}

function Choices({ now }: { now: NoticePreferences }) {
  const t = useText();
  const serverText = useServerText();
  const queries = useQueryClient();
  const stale = [getNoticePreferences, checkAcceptNotifications];
  const accept = useCall(updateAcceptNotifications, stale);
  const change = useCall(changeNoticePreferences, stale, { inOrder: true });
  const busy = accept.isPending || change.isPending;
  const refused = (error: Error) => {
    say.error(serverText(error.message));
    void queries.invalidateQueries({ queryKey: [getNoticePreferences.name] });
  };
  const set = (body: Partial<NoticePreferences>) => {
    const { queryKey } = preferencesQuery();
    void queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, (shown) => ({ ...(shown ?? now), ...body }));
    change.mutate({ body }, { onError: refused });
  };
  const acceptAll = (accept_nof: boolean) =>
    accept.mutate(
      { body: { accept_nof } },
      { onSuccess: ({ message }) => say.success(serverText(message)), onError: refused },
    );
  return (
    <div className={styles.choices}>
      <Panel title={t("nofset.accept")}>
        <Row label={t("nofset.acceptAll")} hint={t(now.accept_nof ? "nofset.accepted" : "nofset.declined")}>
          <Switch
            label={t("nofset.acceptAll")}
            on={now.accept_nof}
            moving={accept.isPending}
            onAsk={acceptAll}
          />
        </Row>
      </Panel>
      {now.accept_nof && (
        <>
          <Ways now={now} busy={busy} set={set} />
          {now.mail && <Digest now={now} busy={busy} set={set} />}
          <What now={now} busy={busy} set={set} />
          <Quiet now={now} busy={busy} set={set} />
        </>
      )}
    </div>
  );
}

function Ways({ now, busy, set }: ChoiceProps) {
  const t = useText();
  return (
    <Panel title={t("nofset.ways")}>
      <Row label={t("nofset.push")} hint={t("nofset.pushHint")}>
        <Switch label={t("nofset.push")} on={now.push} moving={busy} onAsk={(push) => set({ push })} />
      </Row>
      {now.push && <PushHere />}
      <Row label={t("nofset.mail")} hint={t("nofset.mailHint")}>
        <Switch label={t("nofset.mail")} on={now.mail} moving={busy} onAsk={(mail) => set({ mail })} />
      </Row>
      <Row label={t("nofset.language")} hint={t("nofset.languageHint")}>
        <Select
          label={t("nofset.language")}
          hideLabel
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={now.language}
          onChange={(language) => set({ language })}
        />
      </Row>
    </Panel>
  );
}

function What({ now, set }: ChoiceProps) {
  const t = useText();
  return (
    <Panel title={t("nofset.what")}>
      <Boxes
        legend={t("nofset.severities")}
        all={SEVERITIES}
        chosen={now.severities}
        name={(one) => t(`nofset.${one}`)}
        set={(severities) => set({ severities })}
      />
      <Boxes
        legend={t("nofset.topics")}
        all={NOTICE_TOPICS}
        chosen={now.topics}
        name={(one) => t(`nofset.${one}`)}
        set={(topics) => set({ topics })}
      />
    </Panel>
  );
}

function Quiet({ now, busy, set }: ChoiceProps) {
  const t = useText();
  const { quiet_hours } = now;
  const change = (hours: Partial<typeof NIGHT>) =>
    set({ quiet_hours: { ...NIGHT, ...quiet_hours, ...hours }, timezone: browserZone() });
  return (
    <Panel title={t("nofset.quiet")}>
      <Row label={t("nofset.quietOn")} hint={t("nofset.quietHint")}>
        <Switch
          label={t("nofset.quietOn")}
          on={quiet_hours !== null}
          moving={busy}
          onAsk={(on) => (on ? change({}) : set({ quiet_hours: null }))}
        />
      </Row>
      {quiet_hours !== null && (
        <>
          <div className={styles.times}>
            <TimeField
              label={t("nofset.from")}
              value={quiet_hours.from}
              onChange={(from) => change({ from })}
            />
            <TimeField
              label={t("nofset.until")}
              value={quiet_hours.until}
              onChange={(until) => change({ until })}
            />
          </div>
          <p className={styles.zone}>{t("nofset.zone", { zone: now.timezone })}</p>
        </>
      )}
    </Panel>
  );
}
