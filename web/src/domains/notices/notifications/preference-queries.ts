import { getNoticePreferences } from "@heliograph/contract/notices/notifications/notice-preferences";
import { ask } from "../../../platform/api.ts";

/** How the account wants to be notified. */
export const preferencesQuery = () => ask(getNoticePreferences, {});
