// The calendar of days; loaded with the first that opens.
import { useEffect, useState } from "react";
import { DayPicker, type DayPickerLocale, type PropsBase } from "react-day-picker";
import { enUS } from "react-day-picker/locale/en-US";
import { useKitWords } from "../../kit-words.ts";
import type { Lang } from "../../tokens/tokens.ts";
import styles from "./Calendar.module.css";
import { toDate, toDay, type DayBounds } from "./days.ts";

/**
 * The library's own locales, not date-fns': only they hold the words for screen readers, and each its own first day of the
 * week (M268). By file: "/locale" is all of them.
 */
const LOCALE: Record<Lang, () => Promise<DayPickerLocale>> = {
  vi: () => import("react-day-picker/locale/vi").then((file) => file.vi),
  en: () => Promise.resolve(enUS),
  zh: () => import("react-day-picker/locale/zh-CN").then((file) => file.zhCN),
};

interface CalendarProps extends DayBounds {
  /** The day that is today in the product's time zone. */
  readonly today: string;
  readonly from: string | null;
  /** Given where two days are chosen. */
  readonly to?: string | null;
  readonly onPick: (from: string, to: string | null) => void;
}

function useLocale(): DayPickerLocale | undefined {
  const { lang } = useKitWords();
  const [locale, setLocale] = useState<DayPickerLocale>();
  useEffect(() => {
    let wanted = true;
    void LOCALE[lang]().then((loaded) => wanted && setLocale(loaded));
    return () => {
      wanted = false;
    };
  }, [lang]);
  return locale;
}

/** A month of days, of which one or a range is chosen. */
export function Calendar({ today, from, to, min, max, isOff, onPick }: CalendarProps) {
  const { lang } = useKitWords();
  const locale = useLocale();
  if (locale === undefined) return <div className={styles["waiting"]} />;
  const shared: PropsBase = {
    locale,
    lang,
    className: styles["calendar"] ?? "",
    classNames: NAMES,
    captionLayout: "dropdown",
    fixedWeeks: true,
    // The calendar opens because somebody wants to choose in it.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    autoFocus: true,
    today: toDate(today),
    startMonth: toDate(min ?? "2015-01-01"),
    endMonth: toDate(max ?? "2040-12-31"),
    defaultMonth: toDate(to ?? from ?? today),
    disabled: [
      ...(min === undefined ? [] : [{ before: toDate(min) }]),
      ...(max === undefined ? [] : [{ after: toDate(max) }]),
      (date: Date) => isOff?.(toDay(date)) === true,
    ],
  };
  if (to === undefined) {
    return (
      <DayPicker
        {...shared}
        mode="single"
        required
        selected={from === null ? undefined : toDate(from)}
        onSelect={(day) => onPick(toDay(day), null)}
      />
    );
  }
  return (
    <DayPicker
      {...shared}
      mode="range"
      selected={from === null ? undefined : { from: toDate(from), to: to === null ? undefined : toDate(to) }}
      // Its own rule makes the first press a whole range and stretches a finished one: here each press says what it means.
      onSelect={(_range, day) => {
        const pressed = toDay(day);
        if (from !== null && to === null && pressed >= from) onPick(from, pressed);
        else onPick(pressed, null);
      }}
    />
  );
}

const NAMES = Object.fromEntries(
  [
    "months",
    "month",
    "nav",
    "button_next",
    "button_previous",
    "month_caption",
    "dropdowns",
    "dropdown_root",
    "dropdown",
    "caption_label",
    "month_grid",
    "weekday",
    "day",
    "day_button",
    "selected",
    "today",
    "outside",
    "disabled",
    "range_start",
    "range_middle",
    "range_end",
    "chevron",
  ].map((part) => [part, styles[part] ?? ""]),
);
