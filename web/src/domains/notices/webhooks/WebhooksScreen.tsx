import type { Webhook } from "@heliograph/contract/notices/webhooks";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useTitle } from "../../../platform/title.ts";
import { useWords } from "../../../platform/words.ts";
import page from "../../../ui/layout/Page.module.css";
import { NewWebhook } from "./NewWebhook.tsx";
import { webhooksQuery } from "./webhook-queries.ts";
import { WebhookList, type WebhookActions } from "./WebhookList.tsx";

const Deliveries = lazy(async () => ({ default: (await import("./Deliveries.tsx")).Deliveries }));
const EditWebhook = lazy(async () => ({ default: (await import("./EditWebhook.tsx")).EditWebhook }));
const RemoveWebhook = lazy(async () => ({ default: (await import("./RemoveWebhook.tsx")).RemoveWebhook }));

/** What stands over the page beside the log, which has an address. */
interface Opened {
  readonly what: "edit" | "remove";
  readonly webhook: Webhook;
}

/** /webhooks: which programs the portal calls, and what became of its calls. `log`: of which the deliveries are shown. */
export default function WebhooksScreen() {
  const { text } = useWords();
  useTitle(text("webhooks.title"));
  const webhooks = useQuery(webhooksQuery());
  const [opened, setOpened] = useState<Opened | null>(null);
  const { log, showLog } = useLog();
  const actions: WebhookActions = {
    log: (webhook) => showLog(webhook.webhook_uid),
    edit: (webhook) => setOpened({ what: "edit", webhook }),
    remove: (webhook) => setOpened({ what: "remove", webhook }),
  };
  const logged = webhooks.data?.items.find(({ webhook_uid }) => webhook_uid === log);
  const close = () => setOpened(null);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div className={page.name}>
          <h1>{text("webhooks.title")}</h1>
          <p className={page.meta}>{text("webhooks.hint")}</p>
        </div>
        <div className={page.links}>
          <Link to={paths.ownAudit()}>{text("webhooks.audit")}</Link>
        </div>
      </header>
      {webhooks.data?.may_add === true && <NewWebhook />}
      <WebhookList webhooks={webhooks} actions={actions} />
      <Suspense>
        {logged !== undefined && <Deliveries webhook={logged} close={() => showLog(null)} />}
        {opened?.what === "edit" && <EditWebhook webhook={opened.webhook} close={close} />}
        {opened?.what === "remove" && <RemoveWebhook webhook={opened.webhook} close={close} />}
      </Suspense>
    </div>
  );
}

/** Of which webhook the address shows the log, and how to show another's. */
function useLog() {
  const [address, setAddress] = useSearchParams();
  const showLog = useCallback(
    (uid: string | null) =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now);
          if (uid === null) next.delete("log");
          else next.set("log", uid);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setAddress],
  );
  return { log: address.get("log"), showLog };
}
