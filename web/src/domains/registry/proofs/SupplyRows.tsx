import { registryName } from "@heliograph/contract/registry/ledger";
import { useFormat } from "../../../platform/format.ts";
import { useLang, useText } from "../../../platform/i18n.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import type { Supply } from "./ask-supply.ts";
import { fuelName } from "./verdict.ts";
import styles from "./Proofs.module.css";

type Row = Supply["rows"][number];

const COUNTS = ["issued", "active", "retired", "external", "withdrawn"] as const;
const ENERGIES = ["metered", "declared", "certified", "debt"] as const;
const WH_PER_MWH = 1_000_000;

/** Certificates by registry, country, fuel and year; on a phone each row is a list of its own. */
export function CertificateRows({ rows }: { rows: readonly Row[] }) {
  const t = useText();
  const { number } = useFormat();
  if (rows.length === 0) return <PanelNote text={t("verify.supply.none")} />;
  return (
    <SupplyTable
      rows={rows}
      columns={COUNTS.map((name) => ({
        title: t(`verify.supply.${name}`),
        value: (row) => number(row[name], 0),
      }))}
    />
  );
}

/** The energy behind them, MWh, of rows of which some is known. */
export function EnergyRows({ rows }: { rows: readonly Row[] }) {
  const t = useText();
  const { number } = useFormat();
  return (
    <SupplyTable
      rows={rows}
      columns={ENERGIES.map((name) => ({
        title: t(`verify.supply.${name}`),
        value: (row) => number(row[`${name}_wh`] / WH_PER_MWH, 3),
      }))}
    />
  );
}

interface Column {
  readonly title: string;
  readonly value: (row: Row) => string;
}

function SupplyTable({ rows, columns }: { rows: readonly Row[]; columns: readonly Column[] }) {
  const t = useText();
  const place = usePlace();
  return (
    <table className={styles.supply}>
      <thead>
        <tr>
          <th scope="col">{t("verify.registry")}</th>
          <th scope="col">{t("verify.supply.origin")}</th>
          <th scope="col">{t("verify.supply.year")}</th>
          {columns.map(({ title }) => (
            <th scope="col" key={title}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={[row.registries, row.countries, row.fuels, row.years].join(" ")}>
            <th scope="row">{row.registries.map(registryName).join(", ")}</th>
            <td data-label={t("verify.supply.origin")}>{place(row)}</td>
            <td data-label={t("verify.supply.year")}>{row.years.join(", ")}</td>
            {columns.map(({ title, value }) => (
              <td key={title} data-label={title}>
                {value(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Countries and fuels of a row, in words. */
function usePlace(): (row: Row) => string {
  const t = useText();
  const lang = useLang();
  const regions = new Intl.DisplayNames([lang], { type: "region", fallback: "code" });
  return ({ countries, fuels }) =>
    [countries.map((code) => regions.of(code) ?? code), fuels.map((code) => fuelName(t, code))]
      .map((names) => names.join(", "))
      .join(" · ");
}
