import { type ReactNode, useMemo } from "react";
import { ChartLanguageProvider, type ChartTexts } from "../../ui/charts/chart-language.ts";
import { useWords, type Words } from "../words.ts";

const textsOf = ({ text }: Words): ChartTexts => ({
  asTable: text("chart.asTable"),
  asChart: text("chart.asChart"),
  legend: text("chart.legend"),
  download: text("chart.download"),
  savePicture: text("chart.picture"),
  saveRows: text("chart.rows"),
  notAvailable: text("Data is not available"),
  failed: text("Data is not available"),
  retry: text("chart.retry"),
  loading: text("common.loading"),
  note: text("chart.note"),
  close: text("common.close"),
  cursor: text("chart.cursor"),
  more: (count) => text("chart.more", { n: count }),
});

/** Gives the charts inside it the language of the page. */
export function PageCharts({ children }: { children: ReactNode }) {
  const words = useWords();
  const language = useMemo(() => ({ texts: textsOf(words), number: words.format.number }), [words]);
  return <ChartLanguageProvider value={language}>{children}</ChartLanguageProvider>;
}
