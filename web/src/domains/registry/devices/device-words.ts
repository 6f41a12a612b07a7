// What devices are called on screens: items of an application, their values, places and amounts.
import {
  DEVICE_DOCUMENTS,
  wattsOfMegawatts,
  type DeviceDocument,
} from "@heliograph/contract/registry/devices/device-form";
import { DEVICE_MESSAGES, type DeviceMessage } from "@heliograph/contract/registry/devices/device-guards";
import type { DeviceVersionContent, ReviewItem } from "@heliograph/contract/registry/devices/device-review";
import {
  DEVICE_COUNTRIES,
  FUELS,
  isDeviceCountry,
  technologiesOf,
} from "@heliograph/contract/registry/devices/fuels";
import { CERTIFICATE_REGISTRIES } from "@heliograph/contract/registry/ledger";
import { useMemo } from "react";
import type { TextKey } from "../../../app/texts/keys.ts";
import { useWords, type Words } from "../../../platform/words.ts";
import { MISSING } from "../../../platform/format.ts";

/** Registries as people read them. */
const REGISTRY_NAMES: Readonly<Record<string, string>> = { IREC: "I-REC", TIGR: "TIGR", GEC: "GEC" };

/** What names devices, their items and values in the language in use. */
export interface DeviceWords extends Words {
  readonly fuel: (code: string) => string;
  readonly technology: (code: string) => string;
  readonly country: (code: string) => string;
  readonly registry: (code: string) => string;
  /** W as MW with up to 6 decimals. */
  readonly megawatts: (watts: number | null) => string;
  readonly item: (item: ReviewItem) => string;
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

const isDocument = (item: ReviewItem): item is DeviceDocument =>
  DEVICE_DOCUMENTS.some((kind) => kind === item);

const registryName = (code: string) => REGISTRY_NAMES[code] ?? (code || MISSING);

function deviceWords(words: Words): DeviceWords {
  const { text, format } = words;
  // Codes that the contract does not know are shown as they are.
  const known = (holds: boolean, key: string, code: string) =>
    holds ? text(key as TextKey) : code || MISSING;
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
  const item = (one: ReviewItem) => (isDocument(one) ? document(one) : text(`dev.item.${one}`));
  const names = valueNames({ text, country, fuel, technology });
  const value: DeviceWords["value"] = (content, one, { meters, members, project }) => {
    if (isDocument(one)) {
      return (
        content.documents
          .filter(({ kind }) => kind === one)
          .map(({ name }) => name)
          .join(", ") || MISSING
      );
    }
    if (one === "meters") {
      const all = content.meters.map(
        ({ device_uid, role }) =>
          `${meters.get(device_uid) ?? device_uid.slice(0, 8)} · ${text(`dev.role.${role}`)}`,
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
    registry: registryName,
    megawatts,
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
}: Pick<DeviceWords, "text" | "country" | "fuel" | "technology">): Partial<
  Record<ReviewItem, (value: string) => string>
> {
  const known = (begin: "dev.consumption" | "dev.auxiliary", value: string) =>
    value === "" ? MISSING : text(`${begin}.${value}` as TextKey);
  return {
    fuel_type: (code) => `${fuel(code)} ${code}`,
    device_technology: (code) => `${technology(code)} ${code}`,
    location: country,
    registry: registryName,
    capacity: (typed) => (wattsOfMegawatts(typed) === null ? typed || MISSING : `${typed} MW`),
    on_site_consumption: (value) => known("dev.consumption", value),
    auxiliary_energy: (value) => known("dev.auxiliary", value),
    no_other_certificates: (value) => (value === "yes" ? text("Yes") : text("No")),
    owner_named: (value) => (value === "yes" ? text("Yes") : text("No")),
  };
}

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
