import { MISSING } from "../../platform/format.ts";
import { useLang } from "../../platform/i18n.tsx";
import { classNames } from "../../ui/controls/class-names.ts";
import styles from "./PlaceCell.module.css";

/** Where something is, in a cell of a list: its location, under it province and country. `country`: of two letters; left out: it is said elsewhere. */
export function PlaceCell(given: { location: string; province: string; country?: string | undefined }) {
  const { location, province, country } = given;
  const lang = useLang();
  const land =
    country === undefined ? "" : (new Intl.DisplayNames([lang], { type: "region" }).of(country) ?? country);
  const around = [province, land].filter((part) => part !== "").join(", ");
  if (location === "" && around === "") return MISSING;
  return (
    <span className={classNames(styles["place"])}>
      <span title={location}>{location === "" ? around : location}</span>
      {location !== "" && around !== "" && <small>{around}</small>}
    </span>
  );
}
