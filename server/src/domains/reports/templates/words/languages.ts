import type { ReportLanguage, ReportTemplate } from "@heliograph/contract";
import { englishDocument } from "./en.ts";
import type { DocumentWords } from "./words-of-language.ts";
import { vietnameseDocument } from "./vi.ts";
import { chineseDocument } from "./zh.ts";

/** The words of reports in each language. */
export const documentWords: Readonly<Record<ReportLanguage, DocumentWords>> = {
  en: englishDocument,
  vi: vietnameseDocument,
  zh: chineseDocument,
};

/** The name of a template of the product; of one of an account, which has a name of its own, that of the first. */
export const productName = (kind: ReportTemplate["kind"], lang: ReportLanguage): string =>
  documentWords[lang].templates[kind === "own" ? "monthly" : kind];
