import {
  listRecordNotices,
  readRecordNotices,
  type RecordNotice,
} from "@heliograph/contract/notices/records";
import { useCall } from "../../../platform/api.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { say } from "../../../ui/feedback/say.ts";

/** How notices are marked as read: one that is opened, and all up to the newest that is shown. */
export function useRead() {
  const account = useActing();
  const serverText = useServerText();
  const read = useCall(readRecordNotices, [listRecordNotices]);
  const mark = (body: { id: string; and_before?: true }) =>
    read.mutate(
      { query: actingAs(account), body },
      { onError: (error) => say.error(serverText(error.message)) },
    );
  return {
    opened: ({ id, read: isRead }: Pick<RecordNotice, "id" | "read">) => {
      if (!isRead) mark({ id });
    },
    allUpTo: (newest: string) => mark({ id: newest, and_before: true }),
    busy: read.isPending,
  };
}

/** Whether what is of a demonstration says so: who acts for an account knows whether that is one. */
export const useMarksDemonstration = (): boolean => useActing() === undefined;
