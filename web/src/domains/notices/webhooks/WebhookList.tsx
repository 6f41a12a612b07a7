import {
  changeWebhook,
  listDeliveries,
  listWebhooks,
  testWebhook,
  type Webhook,
  type listWebhooks as List,
} from "@heliograph/contract/notices/webhooks";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { UseQueryResult } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, TriangleAlert, Unplug } from "lucide-react";
import { useMemo } from "react";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Switch } from "../../../ui/controls/Switch.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Blank } from "../../../ui/feedback/states.tsx";
import { Tag } from "../../../ui/feedback/StatusTag.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import styles from "./Webhooks.module.css";

/** What may be asked of a webhook of the list. */
export interface WebhookActions {
  readonly log: (webhook: Webhook) => void;
  readonly edit: (webhook: Webhook) => void;
  readonly remove: (webhook: Webhook) => void;
}

/** The account's webhooks: where they lead, whether anything arrives, and what may be done with each. */
export function WebhookList(given: {
  webhooks: UseQueryResult<Answer<typeof List>>;
  actions: WebhookActions;
}) {
  const { webhooks, actions } = given;
  const { text } = useWords();
  const serverText = useServerText();
  const columns = useWebhookColumns(actions);
  return (
    <Panel title={text("webhooks.list")} flush>
      <DataTable
        label={text("webhooks.list")}
        columns={columns}
        rows={webhooks.data?.items}
        idOf={({ webhook_uid }) => webhook_uid}
        nameOf={({ name }) => name}
        failed={
          webhooks.isError
            ? {
                title: text("Something went wrong"),
                hint: serverText(webhooks.error.message),
                retry: () => void webhooks.refetch(),
                retryLabel: text("Try again"),
              }
            : null
        }
        empty={
          <Blank
            small
            title={text("webhooks.none")}
            hint={text(webhooks.data?.may_add === false ? "webhooks.ownersOnly" : "webhooks.noneHint")}
          />
        }
      />
    </Panel>
  );
}

function useWebhookColumns(actions: WebhookActions): readonly Column<Webhook>[] {
  const { text } = useWords();
  const { log, edit, remove } = actions;
  return useMemo<readonly Column<Webhook>[]>(
    () => [
      {
        id: "name",
        label: text("webhooks.name"),
        rowHead: true,
        value: ({ name }) => name,
        cell: (webhook) => <Name of={webhook} />,
      },
      {
        id: "events",
        label: text("webhooks.events"),
        value: ({ events }) => events.map((event) => text(`webhooks.event.${event}`)).join(", "),
      },
      {
        id: "state",
        label: text("webhooks.state"),
        value: ({ is_on }) => (is_on ? 1 : 0),
        cell: (webhook) => <State of={webhook} />,
      },
      {
        id: "on",
        label: text("webhooks.on"),
        value: ({ is_on }) => (is_on ? 1 : 0),
        cell: (webhook) => <OnOff of={webhook} />,
      },
      {
        id: "actions",
        label: text("webhooks.actions"),
        hideLabel: true,
        value: () => null,
        cell: (webhook) => <Actions of={webhook} {...{ log, edit, remove }} />,
      },
    ],
    [text, log, edit, remove],
  );
}

function Name({ of: { name, url } }: { of: Webhook }) {
  return (
    <span className={styles.two}>
      <span>{name}</span>
      <code title={url}>{url}</code>
    </span>
  );
}

/** Whether it is told anything, and whether that arrives. */
function State({ of }: { of: Webhook }) {
  const { text, format } = useWords();
  const time = (at: string) => format.dateTime(Date.parse(at), browserZone());
  if (of.stopped_at !== null) {
    const title = text("webhooks.stoppedHint", { time: time(of.stopped_at) });
    return <Tag tone="offline" icon={Unplug} label={text("webhooks.stopped")} title={title} />;
  }
  if (!of.is_on) return <Tag tone="sleeping" icon={CircleDashed} label={text("webhooks.off")} />;
  if (of.failing_since !== null) {
    const title = text("webhooks.failingHint", { time: time(of.failing_since) });
    return <Tag tone="warning" icon={TriangleAlert} label={text("webhooks.failing")} title={title} />;
  }
  if (of.last?.state !== "delivered") {
    return <Tag tone="not_configured" icon={CircleDashed} label={text("webhooks.waiting")} />;
  }
  return (
    <span className={styles.two}>
      <Tag tone="normal" icon={CircleCheck} label={text("webhooks.arrives")} />
      <small>{time(of.last.created_at)}</small>
    </span>
  );
}

function OnOff({ of: { webhook_uid, name, is_on } }: { of: Webhook }) {
  const { text } = useWords();
  const serverText = useServerText();
  const change = useCall(changeWebhook, [listWebhooks]);
  const turn = (on: boolean) =>
    change.mutate(
      { body: { webhook_uid, is_on: on } },
      { onError: (error) => say.error(serverText(refusalText(error))) },
    );
  return (
    <Switch
      label={text("webhooks.turn", { name })}
      on={is_on}
      moving={change.isPending}
      disabled={change.isPending}
      onAsk={turn}
    />
  );
}

function Actions({ of, log, edit, remove }: WebhookActions & { of: Webhook }) {
  const { text } = useWords();
  const { name } = of;
  const buttons = [
    ["log", log],
    ["change", edit],
    ["remove", remove],
  ] as const;
  return (
    <div className={styles.actions}>
      <TestButton of={of} />
      {buttons.map(([what, press]) => (
        <Button
          key={what}
          size="small"
          aria-label={text(`webhooks.${what}Which`, { name })}
          onClick={() => press(of)}
        >
          {text(`webhooks.${what}`)}
        </Button>
      ))}
    </div>
  );
}

/** Delivers a test, and says what the receiver answered. */
function TestButton({ of: { webhook_uid, name } }: { of: Webhook }) {
  const { text } = useWords();
  const serverText = useServerText();
  const test = useCall(testWebhook, [listWebhooks, listDeliveries]);
  const run = async () => {
    try {
      const { state, status, error, duration_ms } = await test.mutateAsync({ body: { webhook_uid } });
      const ms = duration_ms ?? 0;
      if (state === "delivered") say.success(text("webhooks.tested", { status: status ?? 0, ms }));
      else if (status !== null) say.error(text("webhooks.testStatus", { status, ms }));
      else say.error(text("webhooks.testError", { error: error ?? "" }));
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  return (
    <Button
      size="small"
      loading={test.isPending}
      aria-label={text("webhooks.testWhich", { name })}
      onClick={() => void run()}
    >
      {text("webhooks.test")}
    </Button>
  );
}
