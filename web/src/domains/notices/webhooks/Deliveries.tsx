import {
  listDeliveries,
  redeliver,
  type Webhook,
  type WebhookDelivery,
} from "@heliograph/contract/notices/webhooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { pageTexts, useWords } from "../../../platform/words.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Drawer } from "../../../ui/controls/windows/Drawer.tsx";
import { Pagination } from "../../../ui/controls/Pagination.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import { Tag } from "../../../ui/feedback/StatusTag.tsx";
import { DELIVERIES_PER_PAGE, deliveriesQuery } from "./webhook-queries.ts";
import styles from "./Webhooks.module.css";

/** While something waits the log asks again, ms. */
const ASK_AGAIN_MS = 5000;

/** What a webhook was to deliver, with what its receiver answered, the newest first. */
export function Deliveries({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const { text } = useWords();
  const serverText = useServerText();
  const [page, setPage] = useState(1);
  const { webhook_uid, name } = webhook;
  const log = useQuery({
    ...deliveriesQuery(webhook_uid, page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === "queued") === true ? ASK_AGAIN_MS : false,
  });
  const { data } = log;
  return (
    <Drawer onClose={close} width={640} title={text("webhooks.logOf", { name })}>
      {data === undefined && !log.isError && <Skeleton width="100%" height={240} />}
      {data === undefined && log.isError && (
        <Blank
          failed
          small
          title={text("Something went wrong")}
          hint={serverText(log.error.message)}
          action={<Button onClick={() => void log.refetch()}>{text("Try again")}</Button>}
        />
      )}
      {data?.items.length === 0 && (
        <Blank small title={text("webhooks.noLog")} hint={text("webhooks.noLogHint")} />
      )}
      <ul className={styles.log} aria-busy={log.isPlaceholderData}>
        {data?.items.map((delivery) => (
          <Delivery key={delivery.delivery_uid} of={delivery} />
        ))}
      </ul>
      {data !== undefined && data.total_items > DELIVERIES_PER_PAGE && (
        <Pagination
          current={page}
          pageSize={DELIVERIES_PER_PAGE}
          total={data.total_items}
          onChange={setPage}
          texts={pageTexts(text)}
        />
      )}
    </Drawer>
  );
}

const LOOKS = {
  delivered: { tone: "normal", icon: CircleCheck },
  queued: { tone: "not_configured", icon: CircleDashed },
  failed: { tone: "offline", icon: TriangleAlert },
} as const;

function Delivery({ of }: { of: WebhookDelivery }) {
  const { text, format } = useWords();
  const time = (at: string) => format.dateTime(Date.parse(at), browserZone());
  const event = eventText(of.event, text);
  return (
    <li>
      <div className={styles.delivery}>
        <Tag {...LOOKS[of.state]} small label={text(`webhooks.delivery.${of.state}`)} />
        <b>{event}</b>
        <span className={styles.may}>{time(of.created_at)}</span>
        {of.state !== "queued" && of.event !== "webhook.test" && <Again of={of} event={event} />}
      </div>
      <p className={styles.may}>
        {[
          of.status === null ? null : text("webhooks.status", { status: of.status }),
          of.duration_ms === null ? null : text("webhooks.ms", { ms: of.duration_ms }),
          of.attempts > 1 ? text("webhooks.attempts", { n: of.attempts }) : null,
          of.next_at === null ? null : text("webhooks.next", { time: time(of.next_at) }),
        ]
          .filter((part) => part !== null)
          .join(" · ")}
      </p>
      {of.error !== null && <p className={styles.fault}>{of.error}</p>}
      {of.answer !== null && of.answer !== "" && <pre className={styles.answer}>{of.answer}</pre>}
    </li>
  );
}

/** The event in words; one of a later release as it is named. */
function eventText(event: string, text: ReturnType<typeof useWords>["text"]): string {
  if (event === "webhook.test") return text("webhooks.event.webhook.test");
  const known = ["alarm.opened", "alarm.escalated", "alarm.resolved", "report.finished"] as const;
  const found = known.find((one) => one === event);
  return found === undefined ? event : text(`webhooks.event.${found}`);
}

function Again({ of: { delivery_uid }, event }: { of: WebhookDelivery; event: string }) {
  const { text } = useWords();
  const serverText = useServerText();
  const again = useCall(redeliver, [listDeliveries]);
  const run = async () => {
    try {
      const { message } = await again.mutateAsync({ body: { delivery_uid } });
      say.success(serverText(message));
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  return (
    <Button
      size="small"
      loading={again.isPending}
      aria-label={text("webhooks.redeliverWhich", { event })}
      onClick={() => void run()}
    >
      {text("webhooks.redeliver")}
    </Button>
  );
}
