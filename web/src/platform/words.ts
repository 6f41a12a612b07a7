// How screens speak: texts and formats in one value, so that rules that make sentences can be tested.
import { useMemo } from "react";
import { type Format, useFormat } from "./format.ts";
import { useText, type Values } from "./i18n.tsx";
import type { TextKey } from "../app/texts/keys.ts";
import type { PaginationTexts } from "../ui/controls/Pagination.tsx";

export interface Words {
  readonly text: (key: TextKey, values?: Values) => string;
  readonly format: Format;
}

/** The words of the language in use. */
export function useWords(): Words {
  const text = useText();
  const format = useFormat();
  return useMemo(() => ({ text, format }), [text, format]);
}

/** The words of the pages below a list. */
export const pageTexts = (t: Words["text"]): PaginationTexts => ({
  pages: t("list.pages"),
  previous: t("list.pageBefore"),
  next: t("list.pageAfter"),
});
