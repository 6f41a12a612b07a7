import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";

/** What is shown of an answer, and what until it is here or where it is refused. */
export function AnswerPart<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}) {
  const t = useText();
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    const retry = { label: t("Try again"), run: () => void query.refetch() };
    return <PanelNote text={t("Data is not available")} retry={retry} />;
  }
  return (
    <div aria-busy="true">
      <Skeleton width="100%" height={180} />
    </div>
  );
}
