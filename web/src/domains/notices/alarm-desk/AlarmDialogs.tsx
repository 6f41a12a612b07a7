// The windows in which an action on alarms is completed.
import {
  assignAlarms,
  openAlarmTicket,
  resolveAlarms,
  snoozeAlarms,
} from "@heliograph/contract/notices/alarm-desk/alarm-actions";
import { RESOLVED_CAUSES, type ResolvedCause } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import { addDays, localDay } from "@heliograph/contract/kernel/time";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useOutcome } from "../../../platform/form/use-outcome.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { TextArea, TextField } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { detailQuery, STALE } from "./desk-queries.ts";
import { titleOf } from "./desk-words.ts";
import { those, type AskedFor } from "./use-alarm-actions.ts";
import styles from "./AlarmDesk.module.css";

type Of = Pick<AskedFor, "alarms"> & { readonly close: () => void };

/** The window of the action that is asked for. */
export function AlarmDialogs({ asking: { action, alarms }, close }: { asking: AskedFor; close: () => void }) {
  const Window = WINDOWS[action];
  return <Window alarms={alarms} close={close} />;
}

function Assign({ alarms, close }: Of) {
  const { text } = useWords();
  const [alarm] = alarms;
  const found = useQuery({ ...detailQuery(alarm?.alarm_uid ?? ""), enabled: alarm !== undefined });
  const people = found.data?.people ?? [];
  const assigning = useCall(assignAlarms, STALE);
  const form = useContractForm(assignAlarms, {
    defaults: { account_uid: "" },
    guarded: false,
    toBody: ({ account_uid }) => ({ ...those(alarms), account_uid }),
    send: (body) => assigning.mutateAsync({ body }),
    ...useOutcome(close),
  });
  return (
    <FormDialog
      title={text("desk.assign")}
      save={text("desk.assign")}
      {...{ form, close }}
      className={styles.form}
    >
      <Select
        {...form.field("account_uid")}
        label={text("desk.assignTo")}
        options={people.map(({ account_uid, name, is_me }) => ({
          value: account_uid,
          label: is_me ? `${name} (${text("desk.you")})` : name,
        }))}
      />
    </FormDialog>
  );
}

const SNOOZES = ["two_hours", "tomorrow", "day"] as const;

const firstSnooze = (today: string): { choice: (typeof SNOOZES)[number]; until: string } => ({
  choice: "two_hours",
  until: addDays(today, 2),
});

function Snooze({ alarms, close }: Of) {
  const { text } = useWords();
  const timezone = alarms[0]?.project.timezone ?? "UTC";
  const today = localDay(timezone, useNow(60_000));
  const snoozing = useCall(snoozeAlarms, STALE);
  const form = useContractForm(snoozeAlarms, {
    defaults: firstSnooze(today),
    guarded: false,
    toBody: ({ choice, until }) => ({ ...those(alarms), until: choice === "day" ? until : choice }),
    send: (body) => snoozing.mutateAsync({ body }),
    ...useOutcome(close),
  });
  const { onChange, value, fault } = form.field("until");
  return (
    <FormDialog
      title={text("desk.snooze")}
      save={text("desk.snooze")}
      {...{ form, close }}
      className={styles.form}
    >
      <Select
        {...form.field("choice")}
        label={text("desk.snoozeUntil")}
        options={SNOOZES.map((one) => ({ value: one, label: text(`desk.snooze.${one}`) }))}
      />
      {form.values.choice === "day" && (
        <DateField
          label={text("desk.day")}
          today={today}
          value={value}
          onChange={onChange}
          fault={fault}
          min={addDays(today, 1)}
          max={addDays(today, 90)}
        />
      )}
    </FormDialog>
  );
}

const NOT_RESOLVED: { cause: ResolvedCause | ""; note: string } = { cause: "", note: "" };

function Resolve({ alarms, close }: Of) {
  const { text } = useWords();
  const resolving = useCall(resolveAlarms, STALE);
  const form = useContractForm(resolveAlarms, {
    defaults: NOT_RESOLVED,
    toBody: (fields) => ({ ...those(alarms), ...fields }),
    send: (body) => resolving.mutateAsync({ body }),
    ...useOutcome(close),
  });
  return (
    <FormDialog
      title={text("desk.resolve")}
      save={text("desk.resolve")}
      {...{ form, close }}
      className={styles.form}
    >
      <Select
        {...form.field("cause")}
        label={text("desk.cause")}
        options={RESOLVED_CAUSES.map((cause) => ({ value: cause, label: text(`desk.cause.${cause}`) }))}
      />
      <TextArea {...form.field("note")} label={text("desk.note")} rows={3} maxLength={2000} />
    </FormDialog>
  );
}

function Ticket({ alarms, close }: Of) {
  const words = useWords();
  const { text, format } = words;
  const serverText = useServerText();
  const [alarm] = alarms;
  const opening = useCall(openAlarmTicket, STALE);
  const { onRefused } = useOutcome(close);
  const about =
    alarm === undefined
      ? ""
      : `${text("desk.number", { n: alarm.number })} · ${alarm.project.name} · ${format.dateTime(Date.parse(alarm.started_at), alarm.project.timezone)}`;
  const form = useContractForm(openAlarmTicket, {
    defaults: { subject: alarm === undefined ? "" : titleOf(alarm, words).slice(0, 200), body: about },
    toBody: (fields) => ({ alarm_uid: alarm?.alarm_uid ?? "", ...fields }),
    send: (body) => opening.mutateAsync({ body }),
    onSaved: () => {
      say.success(serverText("Your message has been sent"));
      close();
    },
    onRefused,
  });
  return (
    <FormDialog
      title={text("desk.ticket")}
      save={text("desk.send")}
      {...{ form, close }}
      className={styles.form}
    >
      <TextField {...form.field("subject")} label={text("desk.subject")} maxLength={200} />
      <TextArea {...form.field("body")} label={text("desk.message")} rows={5} maxLength={4000} />
    </FormDialog>
  );
}

const WINDOWS = { assign: Assign, snooze: Snooze, resolve: Resolve, ticket: Ticket } as const;
