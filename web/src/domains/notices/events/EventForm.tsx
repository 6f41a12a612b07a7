import {
  addEvent,
  changeEvent,
  EVENT_CATEGORIES,
  listEvents,
  type ProjectEvent,
} from "@heliograph/contract/notices/events";
import { localDay } from "@heliograph/contract/kernel/time";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { FormDrawer } from "../../../platform/form/FormDrawer.tsx";
import { useContractForm, type ContractForm } from "../../../platform/form/use-contract-form.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { TextArea, TextField } from "../../../ui/controls/TextField.tsx";
import { TimeField } from "../../../ui/controls/dates/TimeField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { eventContents, eventFields, newEventFields, type EventFields } from "./event-form.ts";
import styles from "./Events.module.css";

const HALF_MINUTE = 30_000;

interface Place {
  readonly project_uid: string;
  readonly timezone: string;
}

/** Notes an event of a project, or changes one that a person noted. */
export function EventForm({
  place,
  event,
  open,
  close,
}: {
  place: Place;
  /** Null: a new one. */
  event: ProjectEvent | null;
  open: boolean;
  close: () => void;
}) {
  const { text } = useWords();
  return (
    <FormDrawer
      open={open}
      onClose={close}
      width={520}
      title={text(event === null ? "events.add" : "events.edit")}
    >
      {event === null ? (
        <NewEvent place={place} close={close} />
      ) : (
        <ChangedEvent key={event.event_id} place={place} event={event} close={close} />
      )}
    </FormDrawer>
  );
}

function useOutcome(close: () => void) {
  const serverText = useServerText();
  return {
    onSaved: ({ message }: { message: string }) => {
      say.success(serverText(message));
      close();
    },
    onRefused: (error: unknown) => say.error(serverText(refusalText(error))),
  };
}

function NewEvent({ place: { project_uid, timezone }, close }: { place: Place; close: () => void }) {
  const [defaults] = useState(() => newEventFields(timezone, Date.now()));
  const adding = useCall(addEvent, [listEvents]);
  const form = useContractForm(addEvent, {
    defaults,
    toBody: (fields: EventFields) => ({ project_uid, contents: eventContents(fields, timezone) }),
    send: (body) => adding.mutateAsync({ body }),
    ...useOutcome(close),
  });
  return <Fields {...{ form, timezone, close }} />;
}

function ChangedEvent({
  place: { project_uid, timezone },
  event,
  close,
}: {
  place: Place;
  event: ProjectEvent;
  close: () => void;
}) {
  const [defaults] = useState(() => eventFields(event, timezone));
  const changing = useCall(changeEvent, [listEvents]);
  const { event_id } = event;
  const form = useContractForm(changeEvent, {
    defaults,
    toBody: (fields: EventFields) => ({ project_uid, event_id, contents: eventContents(fields, timezone) }),
    send: (body) => changing.mutateAsync({ body }),
    ...useOutcome(close),
  });
  return <Fields {...{ form, timezone, close }} />;
}

function Fields(given: { form: ContractForm<EventFields>; timezone: string; close: () => void }) {
  const { form, close } = given;
  const { text } = useWords();
  const { values } = form;
  const name = form.field("name");
  const nameFault = form.faultOf("contents.name") ?? name.fault;
  const report = form.field("show_in_report");
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate aria-busy={form.busy}>
      <TextField {...name} fault={nameFault} label={text("events.name")} maxLength={200} />
      <Select
        {...form.field("category")}
        label={text("events.category")}
        options={EVENT_CATEGORIES.map((one) => ({ value: one, label: text(`events.category.${one}`) }))}
      />
      <Segmented
        label={text("events.time")}
        value={values.event_time_type}
        onChange={(type) => form.change("event_time_type", type)}
        options={[
          { value: "moment", label: text("events.moment") },
          { value: "span", label: text("events.span") },
        ]}
      />
      <End {...given} end="from" />
      {values.event_time_type === "span" && <End {...given} end="to" />}
      <TextArea {...form.field("detail")} label={text("events.detail")} maxLength={2000} rows={4} />
      <Checkbox
        label={text("events.showInReport")}
        checked={values.show_in_report}
        onChange={(shown) => report.onChange(shown)}
      />
      <footer className={styles.foot}>
        <Button disabled={form.busy} onClick={close}>
          {text("Cancel")}
        </Button>
        <Button type="primary" submits loading={form.busy}>
          {text("events.save")}
        </Button>
      </footer>
    </form>
  );
}

/** A day and a time of it, on the clocks of the project. */
function End({
  form,
  timezone,
  end,
}: {
  form: ContractForm<EventFields>;
  timezone: string;
  end: "from" | "to";
}) {
  const { text } = useWords();
  const label = text(
    form.values.event_time_type === "moment" ? "events.at" : end === "from" ? "events.from" : "events.to",
  );
  const fault = form.faultOf(end === "from" ? "contents.start_date" : "contents.end_date");
  const day = form.field(`${end}_day`);
  const today = localDay(timezone, useNow(HALF_MINUTE));
  return (
    <div className={styles.end}>
      <DateField
        value={form.values[`${end}_day`]}
        onChange={(next) => {
          day.onChange(next);
          if (end === "from" && next > form.values.to_day) form.change("to_day", next);
        }}
        label={`${label}: ${text("events.day")}`}
        today={today}
      />
      <TimeField {...form.field(`${end}_time`)} label={`${label}: ${text("events.clock")}`} fault={fault} />
    </div>
  );
}
