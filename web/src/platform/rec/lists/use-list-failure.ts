import type { UseQueryResult } from "@tanstack/react-query";
import { refusalText } from "../../http.ts";
import { useServerText, useText } from "../../i18n.tsx";

/** Returns why a list shows nothing, with a way to try again, as `DataTable` is given it; null where it has rows or waits for them. */
export function useListFailure(list: UseQueryResult) {
  const t = useText();
  const serverText = useServerText();
  return list.isError && list.data === undefined
    ? {
        title: t("Something went wrong"),
        hint: serverText(refusalText(list.error)),
        retry: () => void list.refetch(),
        retryLabel: t("Try again"),
      }
    : null;
}
