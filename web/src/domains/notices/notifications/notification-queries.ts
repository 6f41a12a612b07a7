import {
  listNotifications,
  unreadNotifications,
} from "@heliograph/contract/notices/notifications/notifications";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import { call } from "../../../platform/call.ts";
import type { Lang } from "../../../ui/tokens/tokens.ts";

/** The portal in a browser, as the calls name it. */
export const APP_ID = "web";

/** How many notifications are not read; changes of it come over the stream of live values. */
export const unreadQuery = () => ({ ...ask(unreadNotifications, {}), staleTime: 5 * 60_000 });

/** Notifications page by page, the newest first. */
export const notificationPages = (language: Lang) =>
  infiniteQueryOptions({
    queryKey: [listNotifications.name, language] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listNotifications, { query: { app_id: APP_ID, page_number: pageParam, language } }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.reduce((count, { items }) => count + items.length, 0) < last.total && last.items.length > 0
        ? last.page_number + 1
        : undefined,
  });
