import { WEBHOOK_EVENTS, type WebhookEvent } from "@heliograph/contract/notices/webhooks";
import type { ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useWords } from "../../../platform/words.ts";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import styles from "./Webhooks.module.css";

/** What stands in the fields of a webhook. */
export interface WebhookValues {
  name: string;
  url: string;
  events: readonly WebhookEvent[];
}

/** Name, address and events of a webhook. */
export function WebhookFields({ form }: { form: ContractForm<WebhookValues> }) {
  const { text } = useWords();
  const { events } = form.values;
  const fault = form.faultOf("events");
  const turn = (event: WebhookEvent, on: boolean) =>
    form.change("events", on ? [...events, event] : events.filter((one) => one !== event));
  return (
    <>
      <div className={styles.fields}>
        <TextField
          {...form.field("name")}
          label={text("webhooks.name")}
          hint={text("webhooks.nameHint")}
          maxLength={100}
        />
        <TextField
          {...form.field("url")}
          label={text("webhooks.url")}
          hint={text("webhooks.urlHint")}
          placeholder="https://"
          maxLength={2000}
        />
      </div>
      <fieldset className={styles.events}>
        <legend>{text("webhooks.events")}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={text(`webhooks.event.${event}`)}
            checked={events.includes(event)}
            onChange={(on) => turn(event, on)}
          />
        ))}
        {fault !== undefined && (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
      </fieldset>
    </>
  );
}
