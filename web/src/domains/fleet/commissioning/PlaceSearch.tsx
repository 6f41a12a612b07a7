import { places } from "@heliograph/contract/fleet/commissioning";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useRef, useState } from "react";
import { call } from "../../../platform/call.ts";
import { useFormat } from "../../../platform/format.ts";
import { useLang, useText } from "../../../platform/i18n.tsx";
import { Combobox } from "../../../ui/controls/Combobox.tsx";
import type { Option } from "../../../ui/controls/windows/opened/props.ts";
import { LOCALES } from "../../../ui/tokens/tokens.ts";

type FoundPlace = Answer<typeof places>["items"][number];

/** Finds a place by its name or coordinates; `choose` is given the place and what it is called. */
export function PlaceSearch({ choose }: { choose: (place: FoundPlace, name: string) => void }) {
  const t = useText();
  const optionOf = usePlaceOption();
  const [chosen, setChosen] = useState<Option | null>(null);
  /** Those that were answered last, by the values of their options. */
  const found = useRef(new Map<string, { place: FoundPlace; option: Option }>());
  const search = async (text: string, signal: AbortSignal) => {
    const keyword = text.trim();
    const items = keyword === "" ? [] : (await call(places, { query: { keyword } }, signal)).items;
    const pairs = items.map((place, at) => ({ place, option: optionOf(place, at) }));
    found.current = new Map(pairs.map((pair) => [pair.option.value, pair]));
    return pairs.map(({ option }) => option);
  };
  return (
    <Combobox
      label={t("setUp.search")}
      hint={t("setUp.searchHint")}
      placeholder={t("setUp.searchExample")}
      search={search}
      value={chosen}
      onChange={(option) => {
        setChosen(option);
        const pair = option === null ? undefined : found.current.get(option.value);
        if (pair === undefined) return;
        const { place, option: called } = pair;
        choose(place, [called.label, place.region].filter((part) => part !== null).join(", "));
      }}
    />
  );
}

/** What a place is called in the list, and what stands paler beside it. */
function usePlaceOption(): (place: FoundPlace, at: number) => Option {
  const t = useText();
  const lang = useLang();
  const format = useFormat();
  const countries = new Intl.DisplayNames([LOCALES[lang]], { type: "region" });
  return (place, at) => {
    const { kind, name, country, region, latitude, longitude, timezone } = place;
    const value = `${at} ${latitude} ${longitude}`;
    if (kind === "coordinates") {
      return {
        value,
        label: `${format.number(latitude, 5)}, ${format.number(longitude, 5)}`,
        detail: timezone,
      };
    }
    if (kind === "project") return { value, label: name, detail: t("setUp.ownProject") };
    const where = [region, country === null ? null : countries.of(country)];
    return { value, label: name, detail: where.filter((part) => part !== null).join(", ") };
  };
}
