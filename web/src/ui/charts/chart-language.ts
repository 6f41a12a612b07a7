import { createContext, useContext } from "react";

/** The words a chart needs of its own, in the language of the page. */
export interface ChartTexts {
  readonly asTable: string;
  readonly asChart: string;
  readonly legend: string;
  readonly download: string;
  readonly savePicture: string;
  readonly saveRows: string;
  readonly notAvailable: string;
  readonly failed: string;
  readonly retry: string;
  readonly loading: string;
  readonly note: string;
  readonly close: string;
  /** Name of the keyboard cursor. */
  readonly cursor: string;
  /** "and 18 more". */
  readonly more: (count: number) => string;
}

/** How a chart speaks: its words, and numbers as the language writes them. */
export interface ChartLanguage {
  readonly texts: ChartTexts;
  /** The number with that many decimals; "–" for null. */
  readonly number: (value: number | null, digits: number) => string;
}

const Language = createContext<ChartLanguage | null>(null);

/** Gives the charts below it their language. */
export const ChartLanguageProvider = Language.Provider;

/** The language of the charts; charts must stand below a ChartLanguageProvider. */
export function useChartLanguage(): ChartLanguage {
  const language = useContext(Language);
  if (language === null) throw new RangeError("a chart stands outside a ChartLanguageProvider");
  return language;
}
