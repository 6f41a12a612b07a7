import { FLEET_LIMITS } from "@heliograph/contract/fleet/projects";
import { Plus, Trash2 } from "lucide-react";
import { LOCALES, useFormat } from "../../../platform/format.ts";
import { useLang, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { SettingField } from "../projects/SettingField.tsx";
import {
  EVERY_DAY,
  MOST_VND,
  type BandDraft,
  type TariffFault,
  type TariffFaults,
} from "./settings-tariff.ts";

/** A new band is empty: its hours and price stand in the owner's contract. */
const NEW_BAND: BandDraft = { from: "", to: "", days: EVERY_DAY, price: "" };

/** Says that a field holds no price that is possible. */
export function usePriceFault() {
  const t = useText();
  const format = useFormat();
  return (field: string) => t("settings.range", { field, a: "0", b: format.number(MOST_VND) });
}

/** Other prices between hours, each on some days of the week. */
export function TariffBands(given: {
  bands: readonly BandDraft[];
  faults: TariffFaults;
  put: (bands: BandDraft[]) => void;
}) {
  const { bands, faults, put } = given;
  const t = useText();
  return (
    <fieldset className="settings-part">
      <legend>{t("tariff.bands")}</legend>
      <p className="settings-hint">{t("tariff.bandsHint")}</p>
      {bands.map((band, at) => (
        <Band
          // A band has no name; those that stand below one that is removed take its place with all their fields.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          number={at + 1}
          band={band}
          fault={faults[`band.${at}`]}
          change={(part) => put(bands.map((old, index) => (index === at ? { ...old, ...part } : old)))}
          remove={() => put(bands.filter((_, index) => index !== at))}
        />
      ))}
      <div>
        <Button
          icon={<Plus size={16} aria-hidden />}
          disabled={bands.length >= FLEET_LIMITS.bandsPerTariff}
          onClick={() => put([...bands, NEW_BAND])}
        >
          {t("tariff.addBand")}
        </Button>
      </div>
    </fieldset>
  );
}

function Band(given: {
  number: number;
  band: BandDraft;
  fault: TariffFault | undefined;
  change: (part: Partial<BandDraft>) => void;
  remove: () => void;
}) {
  const { number, band, fault, change, remove } = given;
  const t = useText();
  const outside = usePriceFault();
  const name = t("tariff.band", { n: number });
  const words = { price: outside(t("tariff.price")), order: t("tariff.order"), days: t("tariff.noDay") };
  return (
    <div className="band" role="group" aria-label={name}>
      <div className="band-fields">
        <Time
          label={t("night.from")}
          value={band.from}
          wrong={fault === "order"}
          change={(from) => change({ from })}
        />
        <Time
          label={t("night.to")}
          value={band.to}
          wrong={fault === "order"}
          change={(to) => change({ to })}
        />
        <SettingField
          label={t("tariff.price")}
          unit="VND/kWh"
          value={band.price}
          fault={fault === "price" ? words.price : undefined}
          onChange={(price) => change({ price })}
        />
        <Button
          icon={<Trash2 size={16} aria-hidden />}
          aria-label={`${t("tariff.removeBand")}: ${name}`}
          onClick={remove}
        />
      </div>
      <Weekdays days={band.days} change={(days) => change({ days })} />
      {fault !== undefined && fault !== "price" && (
        <p className="setting-fault" role="alert">
          {name}: {words[fault]}
        </p>
      )}
    </div>
  );
}

function Time(given: { label: string; value: string; wrong: boolean; change: (time: string) => void }) {
  const { label, value, wrong, change } = given;
  return (
    <label className="setting">
      <span>{label}</span>
      <span className="field">
        <input
          type="time"
          value={value}
          aria-invalid={wrong}
          onChange={(event) => change(event.target.value)}
        />
      </span>
    </label>
  );
}

function Weekdays({ days, change }: { days: readonly number[]; change: (days: readonly number[]) => void }) {
  const t = useText();
  const lang = useLang();
  const weekday = new Intl.DateTimeFormat(LOCALES[lang], { weekday: "short", timeZone: "UTC" });
  const turned = (day: number) =>
    days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted((a, b) => a - b);
  return (
    <div className="weekdays" role="group" aria-label={t("tariff.days")}>
      {EVERY_DAY.map((day) => (
        <button key={day} type="button" aria-pressed={days.includes(day)} onClick={() => change(turned(day))}>
          {/* The first of January 2024 was a Monday. */}
          {weekday.format(Date.UTC(2024, 0, day))}
        </button>
      ))}
    </div>
  );
}
