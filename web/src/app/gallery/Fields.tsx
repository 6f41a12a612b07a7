import { useState } from "react";
import { Checkbox } from "../../ui/controls/Checkbox.tsx";
import { Combobox, MultiCombobox } from "../../ui/controls/Combobox.tsx";
import { DateField } from "../../ui/controls/dates/DateField.tsx";
import { DateRangeField, type DayRange } from "../../ui/controls/dates/DateRangeField.tsx";
import type { DayPart } from "../../ui/controls/dates/days.ts";
import { NumberField } from "../../ui/controls/NumberField.tsx";
import { SearchField } from "../../ui/controls/SearchField.tsx";
import { Select } from "../../ui/controls/Select.tsx";
import type { Option } from "../../ui/controls/windows/opened/props.ts";
import { RangeSlider } from "../../ui/controls/Slider.tsx";
import { PasswordField, TextArea, TextField } from "../../ui/controls/TextField.tsx";
import { TimeField } from "../../ui/controls/dates/TimeField.tsx";
import styles from "./Gallery.module.css";
import { GalleryPart } from "./GalleryPart.tsx";

const FAULT = "This value is not possible";
const PROVINCES: readonly Option[] = ["Hanoi", "Dak Lak", "Da Nang", "Hue", "Ben Tre"].map((label) => ({
  value: label,
  label,
}));
const THOUSANDS: readonly Option[] = Array.from({ length: 10_000 }, (_, at) => ({
  value: String(at),
  label: `Plant ${at + 1}`,
}));
const TODAY = "2026-02-04";

/** Fields of every kind: filled, empty, with a hint, wrong, disabled. */
export function Fields() {
  return (
    <GalleryPart title="Fields">
      <div className={styles.grid}>
        <Texts />
        <Numbers />
        <Lists />
        <Days />
      </div>
    </GalleryPart>
  );
}

function Texts() {
  const [text, setText] = useState("Roof of hall 3");
  const [found, setFound] = useState("hall");
  const shared = { value: text, onChange: setText };
  return (
    <>
      <TextField label="Text" hint="As it stands on the plate" {...shared} />
      <TextField label="Empty" value="" placeholder="Name of the plant" onChange={() => {}} />
      <TextField label="Wrong" fault={FAULT} {...shared} />
      <TextField label="Disabled" disabled {...shared} />
      <PasswordField label="Password" {...shared} />
      <TextArea label="Several lines" rows={2} {...shared} />
      <SearchField label="Search" clearLabel="Clear the search" value={found} onType={setFound} />
    </>
  );
}

function Numbers() {
  const [number, setNumber] = useState<number | null>(12.5);
  const [span, setSpan] = useState<readonly [number, number]>([6, 18]);
  const [ticked, setTicked] = useState(true);
  const shared = { value: number, onChange: setNumber };
  return (
    <>
      <NumberField label="Number" unit="kWh" {...shared} />
      <NumberField label="Number with steps" steps {...shared} />
      <NumberField label="Wrong number" unit="%" fault={FAULT} {...shared} />
      <NumberField label="Disabled number" unit="%" disabled {...shared} />
      <RangeSlider
        label="Range"
        min={0}
        max={24}
        value={span}
        text={(hour) => `${hour} h`}
        onChange={setSpan}
      />
      <div className={styles.row}>
        <Checkbox label="Ticked" checked={ticked} onChange={setTicked} />
        <Checkbox label="Disabled box" checked={false} disabled onChange={() => {}} />
      </div>
    </>
  );
}

function Lists() {
  const [one, setOne] = useState<string>("Hue");
  const [found, setFound] = useState<Option | null>(null);
  const [several, setSeveral] = useState<readonly Option[]>(PROVINCES.slice(0, 2));
  const select = { options: PROVINCES, value: one, onChange: setOne };
  return (
    <>
      <Select label="Select" {...select} />
      <Select label="Nothing chosen" {...select} value={null} placeholder="Choose a province" />
      <Select label="Wrong select" fault={FAULT} {...select} />
      <Select label="Disabled select" disabled {...select} />
      <Combobox label="Combobox of 10,000" options={THOUSANDS} value={found} onChange={setFound} />
      <MultiCombobox label="Several" options={PROVINCES} value={several} onChange={setSeveral} />
    </>
  );
}

function Days() {
  const [day, setDay] = useState<string | null>(TODAY);
  const [time, setTime] = useState<string | null>("09:30");
  const [range, setRange] = useState<DayRange>({ from: "2026-02-01", to: TODAY });
  const part = (label: string, unit: DayPart) => (
    <DateField label={label} part={unit} today={TODAY} max={TODAY} value={day} onChange={setDay} />
  );
  return (
    <>
      {part("Day", "day")}
      {part("Month", "month")}
      {part("Year", "year")}
      <DateField label="No day" today={TODAY} value={null} onChange={setDay} onClear={() => setDay(null)} />
      <DateField label="Wrong day" fault={FAULT} today={TODAY} value={day} onChange={setDay} />
      <DateField label="Disabled day" disabled today={TODAY} value={day} onChange={setDay} />
      <DateRangeField label="Range of days" today={TODAY} max={TODAY} value={range} onChange={setRange} />
      <TimeField label="Time" value={time} onChange={setTime} />
    </>
  );
}
