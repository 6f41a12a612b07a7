import {
  changeWebhook,
  listWebhooks,
  replaceWebhookSecret,
  type Webhook,
} from "@heliograph/contract/notices/webhooks";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { FormDrawer } from "../../../platform/form/FormDrawer.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { refusalText } from "../../../platform/http.ts";
import { useOutcome } from "../../../platform/form/use-outcome.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Secret } from "./Secret.tsx";
import { WebhookFields, type WebhookValues } from "./WebhookFields.tsx";
import styles from "./Webhooks.module.css";

/** Changes a webhook, or gives it a new secret. */
export function EditWebhook({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const { text } = useWords();
  return (
    <FormDrawer open onClose={close} width={560} title={text("webhooks.edit", { name: webhook.name })}>
      <Fields webhook={webhook} close={close} />
      <NewSecret webhook={webhook} />
    </FormDrawer>
  );
}

function Fields({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const { text } = useWords();
  const { webhook_uid, name, url, events } = webhook;
  const [defaults] = useState<WebhookValues>({ name, url, events });
  const change = useCall(changeWebhook, [listWebhooks]);
  const form = useContractForm(changeWebhook, {
    defaults,
    toBody: (values: WebhookValues) => ({ ...values, events: [...values.events], webhook_uid }),
    send: (body) => change.mutateAsync({ body }),
    ...useOutcome(close),
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate aria-busy={form.busy}>
      <WebhookFields form={form} />
      <div className={styles.foot}>
        <Button onClick={close}>{text("Cancel")}</Button>
        <Button type="primary" submits loading={form.busy}>
          {text("webhooks.save")}
        </Button>
      </div>
    </form>
  );
}

function NewSecret({ webhook: { webhook_uid, name } }: { webhook: Webhook }) {
  const { text } = useWords();
  const serverText = useServerText();
  const replace = useCall(replaceWebhookSecret);
  const run = () =>
    replace.mutate(
      { body: { webhook_uid } },
      { onError: (error) => say.error(serverText(refusalText(error))) },
    );
  return (
    <section className={styles.renew}>
      <div className={styles.ask}>
        <p className={styles.may}>{text("webhooks.newSecretHint")}</p>
        <Button loading={replace.isPending} onClick={run}>
          {text("webhooks.newSecret")}
        </Button>
      </div>
      {replace.data !== undefined && <Secret name={name} secret={replace.data.secret} />}
    </section>
  );
}
