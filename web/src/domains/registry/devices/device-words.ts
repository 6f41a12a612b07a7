// What devices are called on screens: items of an application, their values, places and amounts.
import {
  AUXILIARY_ENERGY,
  METER_ROLES,
  ON_SITE_CONSUMPTION,
  wattsOfMegawatts,
  type DeviceDocument,
  type DeviceType,
} from "@heliograph/contract/registry/devices/device-form";
import { DEVICE_MESSAGES, type DeviceMessage } from "@heliograph/contract/registry/devices/device-guards";
import {
  isDeviceDocument,
  isReviewItem,
  type ReviewItem,
} from "@heliograph/contract/registry/devices/device-review";
import type { DeviceVersionContent } from "@heliograph/contract/registry/devices/device-version";
import {
  DEVICE_COUNTRIES,
  FUELS,
  isDeviceCountry,
  technologiesOf,
} from "@heliograph/contract/registry/devices/fuels";
import { CERTIFICATE_REGISTRIES, registryName } from "@heliograph/contract/registry/ledger";
import { useMemo } from "react";
import type { TextKey } from "../../../app/texts/keys.ts";
import { useWords, type Words } from "../../../platform/words.ts";
import { MISSING } from "../../../platform/format.ts";

/** What names devices, their items and values in the language in use. */
export interface DeviceWords extends Words {
  readonly fuel: (code: string) => string;
  readonly technology: (code: string) => string;
  readonly country: (code: string) => string;
  readonly registry: (code: string) => string;
  /** W as MW with up to 6 decimals. */
  readonly megawatts: (watts: number | null) => string;
  /** W with its unit: MW of a device, MWp of a group, which is a sum (C124). */
  readonly capacity: (watts: number | null, type: DeviceType) => string;
  /** The name of an item; of one that the form has no longer the name that it is stored under. */
  readonly item: (item: string) => string;
  readonly document: (kind: DeviceDocument) => string;
  /** What a version says of an item, for people. `meters`: serials by uid. */
  readonly value: (
    content: DeviceVersionContent,
    item: ReviewItem,
    names: Readonly<{
      meters: ReadonlyMap<string, string>;
      members: ReadonlyMap<string, string>;
      project: string;
    }>,
  ) => string;
  readonly guard: (key: DeviceMessage, params: Readonly<Record<string, string>>) => string;
}

/** The words of devices in the language in use. */
export function useDeviceWords(): DeviceWords {
  const words = useWords();
  return useMemo(() => deviceWords(words), [words]);
}

/** The text of a code; one that the contract does not know is shown as it is. */
const knownIn =
  ({ text }: Words) =>
  (holds: boolean, key: string, code: string): string =>
    holds ? text(key as TextKey) : code || MISSING;

/** The registry's name; missing where none is chosen. */
const registryOr = (code: string) => (code === "" ? MISSING : registryName(code));

function deviceWords(words: Words): DeviceWords {
  const { text, format } = words;
  const known = knownIn(words);
  const fuel = (code: string) => known(Object.hasOwn(FUELS, code), `dev.fuel.${code}`, code);
  const technology = (code: string) =>
    known(
      Object.keys(FUELS).some((one) => Object.hasOwn(technologiesOf(one), code)),
      `dev.tech.${code}`,
      code,
    );
  const regions = new Intl.DisplayNames([format.lang], { type: "region" });
  const country = (code: string) => (isDeviceCountry(code) ? (regions.of(code) ?? code) : code || MISSING);
  const megawatts = megawattsIn(words);
  const document = (kind: DeviceDocument) => text(`dev.doc.${kind}`);
  const item = (one: string) => {
    if (!isReviewItem(one)) return one;
    return isDeviceDocument(one) ? document(one) : text(`dev.item.${one}`);
  };
  const role = roleIn(known);
  const names = valueNames({ text, country, fuel, technology, known });
  const value: DeviceWords["value"] = (content, one, { meters, members, project }) => {
    if (isDeviceDocument(one)) {
      return (
        content.documents
          .filter(({ kind }) => kind === one)
          .map(({ name }) => name)
          .join(", ") || MISSING
      );
    }
    if (one === "meters") {
      const all = content.meters.map(
        ({ device_uid, role: stored }) =>
          `${meters.get(device_uid) ?? device_uid.slice(0, 8)} · ${role(stored)}`,
      );
      return all.join(", ") || MISSING;
    }
    if (one === "members") {
      return content.members.map((uid) => members.get(uid) ?? uid.slice(0, 8)).join(", ") || MISSING;
    }
    if (one === "project_uid") return content.fields.project_uid === "" ? MISSING : project;
    return (names[one] ?? String)(content.fields[one]) || MISSING;
  };
  return {
    ...words,
    fuel,
    technology,
    country,
    registry: registryOr,
    megawatts,
    capacity: (watts, type) => (watts === null ? MISSING : `${megawatts(watts)} ${text(UNITS[type])}`),
    item,
    document,
    value,
    guard: guardText(text),
  };
}

/** How values of fields that are codes are written; other values are as typed. */
function valueNames({
  text,
  country,
  fuel,
  technology,
  known,
}: Pick<DeviceWords, "text" | "country" | "fuel" | "technology"> & {
  readonly known: ReturnType<typeof knownIn>;
}): Partial<Record<ReviewItem, (value: string) => string>> {
  const consumed = (value: string) =>
    known(
      ON_SITE_CONSUMPTION.some((one) => one === value),
      `dev.consumption.${value}`,
      value,
    );
  const auxiliary = (value: string) =>
    known(
      AUXILIARY_ENERGY.some((one) => one === value),
      `dev.auxiliary.${value}`,
      value,
    );
  return {
    fuel_type: (code) => `${fuel(code)} ${code}`,
    device_technology: (code) => `${technology(code)} ${code}`,
    location: country,
    registry: registryOr,
    capacity: (typed) => (wattsOfMegawatts(typed) === null ? typed || MISSING : `${typed} MW`),
    on_site_consumption: consumed,
    auxiliary_energy: auxiliary,
    no_other_certificates: (value) => (value === "yes" ? text("Yes") : text("No")),
  };
}

const roleIn = (known: ReturnType<typeof knownIn>) => (one: string) =>
  known(
    METER_ROLES.some((name) => name === one),
    `dev.role.${one}`,
    one,
  );

const UNITS = { normal: "dev.unitOfMw", grouped: "dev.unitOfMwp" } as const;

const megawattsIn =
  ({ format }: Words) =>
  (watts: number | null): string =>
    watts === null ? MISSING : format.number(watts / 1_000_000, watts % 1_000 === 0 ? 3 : 6);

/** What a guard says, with the registry by its name. */
const guardText =
  (text: Words["text"]): DeviceWords["guard"] =>
  (key, params) => {
    const { registry: code } = params;
    return text(
      DEVICE_MESSAGES[key],
      code === undefined ? params : { ...params, registry: registryName(code) },
    );
  };

/** Countries to choose from, by name. */
export const countriesOf = ({ country, format }: DeviceWords) =>
  Object.keys(DEVICE_COUNTRIES)
    .map((value) => ({ value, label: country(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, format.lang));

/** Registries to choose from. */
export const registriesOf = ({ registry }: DeviceWords) =>
  CERTIFICATE_REGISTRIES.map((value) => ({ value, label: registry(value) }));
