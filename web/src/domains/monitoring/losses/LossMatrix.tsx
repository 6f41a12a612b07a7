import { lossTenths, type LossWaterfall } from "@heliograph/contract/monitoring/losses";
import { useMemo, useState } from "react";
import { Select } from "../../../ui/controls/Select.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useWords } from "../words.ts";
import { MATRIX_ROWS, outlierOf, type MatrixRow } from "./matrix.ts";
import { rowName, signed, takenBy } from "./waterfall.ts";
import styles from "./LossMatrix.module.css";

interface MatrixLine {
  readonly key: MatrixRow;
  readonly label: string;
  /** By device, and of all together at the end, kWh; null: the row is not theirs. */
  readonly values: readonly (number | null)[];
  /** The device that lost much more than its siblings; −1: none. */
  readonly outlier: number;
}

/** The steps of each inverter beside each other, each column closed; on a phone one inverter at a time. */
export function LossMatrix({ answer }: { answer: LossWaterfall }) {
  const { text } = useWords();
  const phone = usePhone();
  const [at, setAt] = useState("0");
  const lines = useMatrixLines(answer);
  const columns = useMatrixColumns(answer, phone ? Number(at) : null);
  return (
    <Panel
      title={text("losses.byInverter")}
      flush
      extra={
        phone ? (
          <Select
            label={text("losses.inverter")}
            hideLabel
            value={at}
            options={answer.devices.map(({ alias }, index) => ({ value: String(index), label: alias }))}
            onChange={setAt}
          />
        ) : (
          <span className={styles.hint}>{text("losses.columnsClose")}</span>
        )
      }
    >
      <div className={styles.scroll}>
        <DataTable
          label={text("losses.byInverter")}
          columns={columns}
          rows={lines}
          idOf={({ key }) => key}
          card={false}
          empty={null}
        />
      </div>
    </Panel>
  );
}

function useMatrixLines(answer: LossWaterfall): MatrixLine[] {
  const words = useWords();
  return useMemo(() => {
    const { devices, energy_wh } = answer;
    if (energy_wh === null) return [];
    const all = [...devices.map((device) => lossTenths(device.energy_wh)), lossTenths(energy_wh)];
    const given = (lossTenths(energy_wh).measured + lossTenths(energy_wh).wiring) / 10;
    return MATRIX_ROWS.flatMap((key): MatrixLine[] => {
      const label =
        key === "given" ? words.text("losses.measured.solar_inverter") : rowName(key, answer, words);
      const none = devices.map(() => null);
      if (key === "given") {
        if (energy_wh.wiring === 0) return [];
        const own = all.slice(0, -1).map(({ measured }) => measured / 10);
        return [{ key, label, values: [...own, given], outlier: -1 }];
      }
      if (key === "wiring") {
        return energy_wh.wiring === 0
          ? []
          : [{ key, label, values: [...none, -(all.at(-1)?.wiring ?? 0) / 10], outlier: -1 }];
      }
      if (key === "measured") {
        const whole = (all.at(-1)?.measured ?? 0) / 10;
        const own = all.slice(0, -1).map(({ measured }) => measured / 10);
        return [
          { key, label, values: energy_wh.wiring === 0 ? [...own, whole] : [...none, whole], outlier: -1 },
        ];
      }
      if (key === "base") return [{ key, label, values: all.map(({ base }) => base / 10), outlier: -1 }];
      const values = all.map((one) => -takenBy(one, key) / 10 || 0);
      const shares = answer.devices.map((device) =>
        device.energy_wh.base === 0 ? 0 : takenBy(device.energy_wh, key) / device.energy_wh.base,
      );
      return [{ key, label, values, outlier: outlierOf(shares) }];
    });
  }, [answer, words]);
}

/** Columns of all devices, or of the one that is shown. */
function useMatrixColumns(answer: LossWaterfall, only: number | null): Column<MatrixLine>[] {
  const words = useWords();
  return useMemo(() => {
    const { text } = words;
    const names = [...answer.devices.map(({ alias }) => alias), text("losses.whole")];
    const step: Column<MatrixLine> = {
      id: "step",
      label: text("losses.step"),
      rowHead: true,
      value: ({ label }) => label,
    };
    const figures = names.flatMap((label, index): Column<MatrixLine>[] =>
      only !== null && index !== only && index !== names.length - 1
        ? []
        : [
            {
              id: String(index),
              // Its name stands in the choice above.
              label: index === only ? text("losses.inverter") : label,
              unit: "kWh",
              numeric: true,
              value: ({ values }) => values[index] ?? null,
              cell: ({ values, outlier }) => (
                <Cell value={values[index] ?? null} outlier={outlier === index} />
              ),
            },
          ],
    );
    return [step, ...figures];
  }, [answer, only, words]);
}

function Cell({ value, outlier }: { value: number | null; outlier: boolean }) {
  const words = useWords();
  if (value === null) return null;
  if (!outlier) return signed(value, 1, words);
  return (
    <b className={styles.outlier} title={words.text("losses.outlier")}>
      {signed(value, 1, words)}
      <span className={styles.said}> {words.text("losses.outlier")}</span>
    </b>
  );
}
