import type { ChartContent, ChartSeries } from "./chart-content.ts";
import { useChartLanguage } from "./chart-language.ts";
import styles from "./charts.module.css";

interface Props {
  readonly content: ChartContent;
  readonly series: readonly ChartSeries[];
  readonly height: number;
}

/** The chart's rows as a table that scrolls within the chart's height. */
export function ChartTable({ content, series, height }: Props) {
  const { texts, number } = useChartLanguage();
  const noted = content.notes?.some((note) => note !== null) ?? false;
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.table} style={{ height }} role="region" aria-label={content.title} tabIndex={0}>
      <table>
        <caption className={styles.unseen}>{content.summary}</caption>
        <thead>
          <tr>
            <th scope="col">{content.rowTitle}</th>
            {series.map((one) => (
              <th key={one.key} scope="col" className={styles.number}>
                {one.name} <em>({one.unit})</em>
              </th>
            ))}
            {noted && <th scope="col">{texts.note}</th>}
          </tr>
        </thead>
        <tbody>
          {content.rowNames.map((name, row) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {series.map((one) => (
                <td key={one.key} className={styles.number}>
                  {number(one.values[row] ?? null, one.digits)}
                </td>
              ))}
              {noted && <td className={styles.note}>{content.notes?.[row] ?? ""}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
