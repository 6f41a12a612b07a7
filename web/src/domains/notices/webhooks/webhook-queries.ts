import { listDeliveries, listWebhooks } from "@heliograph/contract/notices/webhooks";
import { ask } from "../../../platform/api.ts";

/** Deliveries on a page of a webhook's log. */
export const DELIVERIES_PER_PAGE = 10;

/** The account's webhooks. */
export const webhooksQuery = () => ask(listWebhooks, {});

/** A page of what the webhook was to deliver. */
export const deliveriesQuery = (webhook_uid: string, page: number) =>
  ask(listDeliveries, { query: { webhook_uid, page, page_size: DELIVERIES_PER_PAGE } });
