import { classNames } from "../../controls/class-names.ts";
import { Dialog } from "../../controls/windows/Dialog.tsx";
import { useChartLanguage } from "../chart-language.ts";
import { IN_LINE, LegendEntry, type LegendProps } from "./LegendEntry.tsx";
import styles from "../charts.module.css";

/** The legend in a window of its own: colour and name of every series. */
export function LegendWindow({ series, view, title }: LegendProps & { readonly title: string }) {
  const { texts } = useChartLanguage();
  if (!view.legendOpen) return null;
  return (
    <Dialog
      onClose={() => view.setLegendOpen(false)}
      title={`${texts.legend} · ${title}`}
      width={series.length > IN_LINE ? 640 : 420}
    >
      <ul className={classNames(styles.legendList, series.length > IN_LINE && styles.wide)}>
        {series.map((one) => (
          <li key={one.key}>
            <LegendEntry series={one} view={view} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
