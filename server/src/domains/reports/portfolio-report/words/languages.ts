// The words of portfolio reports by language.
import type { ReportLanguage } from "@heliograph/contract";
import { englishReport } from "./en.ts";
import type { ReportWords } from "./words-of-language.ts";
import { vietnameseReport } from "./vi.ts";
import { chineseReport } from "./zh.ts";

/** The words by language. */
export const reportWords: Readonly<Record<ReportLanguage, ReportWords>> = {
  en: englishReport,
  vi: vietnameseReport,
  zh: chineseReport,
};
