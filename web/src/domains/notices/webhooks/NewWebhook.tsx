import { addWebhook, listWebhooks } from "@heliograph/contract/notices/webhooks";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useRefusalSaid } from "../../../platform/form/use-outcome.ts";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Secret } from "./Secret.tsx";
import { WebhookFields, type WebhookValues } from "./WebhookFields.tsx";
import styles from "./Webhooks.module.css";

const EMPTY: WebhookValues = { name: "", url: "", events: ["alarm.opened", "alarm.resolved"] };

/** A name, an address and events make a webhook, whose secret is shown this once. */
export function NewWebhook() {
  const { text } = useWords();
  const [added, setAdded] = useState<{ name: string; secret: string } | null>(null);
  const add = useCall(addWebhook, [listWebhooks]);
  const form = useContractForm(addWebhook, {
    defaults: EMPTY,
    toBody: ({ events, ...fields }: WebhookValues) => ({ ...fields, events: [...events] }),
    send: (body) => add.mutateAsync({ body }),
    clears: true,
    onSaved: ({ secret, webhook }) => setAdded({ secret, name: webhook.name }),
    onRefused: useRefusalSaid(),
  });
  return (
    <Panel title={text("webhooks.new")}>
      <form className={styles.form} onSubmit={form.submit} noValidate aria-busy={form.busy}>
        <WebhookFields form={form} />
        <div className={styles.foot}>
          <Button type={added === null ? "primary" : "default"} submits loading={form.busy}>
            {text("webhooks.add")}
          </Button>
        </div>
      </form>
      {added !== null && <Secret key={added.secret} {...added} />}
    </Panel>
  );
}
