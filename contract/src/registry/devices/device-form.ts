// What an application to register a device consists of: its fields as they were typed, its meters and its documents.
import { z } from "zod";
import { line } from "../../kernel/text.ts";

/** Most that an application may hold. `reason`: of who refers, overrides or declines. */
export const DEVICE_LIMITS = {
  capacity_w: { min: 1_000, max: 5_000_000_000 },
  documentBytes: 10 * 1024 * 1024,
  documents: 40,
  photos: { min: 2, max: 10 },
  meters: 50,
  reason: { min: 10, max: 1_000 },
  answer: 1_000,
  note: 2_000,
  applications: 2_000,
  folders: 200,
  folderName: 100,
  yearsValid: 5,
  /** So long before its end the renewal of a device is begun. */
  renewalDays: 90,
  /** Above it two issuers approve. */
  twoIssuersAbove_w: 5_000_000,
  members: { min: 2, max: 100, each_w: 1_000_000, all_w: 5_000_000 },
} as const;

/** Sections of the form, in their order. */
const DEVICE_SECTIONS = [
  "identity",
  "technology",
  "location",
  "meters",
  "documents",
  "declarations",
] as const;
export type DeviceSection = (typeof DEVICE_SECTIONS)[number];

/** Fields in the order of the form: their section, and how many characters they take. All are text as typed, "" where nothing was. */
export const DEVICE_FIELDS = {
  device_english_name: { section: "identity", max: 100 },
  device_local_name: { section: "identity", max: 100 },
  registry: { section: "identity", max: 4 },
  owner: { section: "identity", max: 200 },
  fuel_type: { section: "technology", max: 5 },
  device_technology: { section: "technology", max: 5 },
  /** MW. */
  capacity: { section: "technology", max: 20 },
  /** YYYY-MM-DD. */
  commercial_operation_date: { section: "technology", max: 10 },
  /** One of ON_SITE_CONSUMPTION. */
  on_site_consumption: { section: "technology", max: 10 },
  /** One of AUXILIARY_ENERGY. */
  auxiliary_energy: { section: "technology", max: 10 },
  /** ISO 3166-1 alpha-2. */
  location: { section: "location", max: 2 },
  province: { section: "location", max: 100 },
  address: { section: "location", max: 300 },
  latitude: { section: "location", max: 20 },
  longitude: { section: "location", max: 20 },
  /** The uid of a project of the portal. */
  project_uid: { section: "meters", max: 36 },
  /** "yes": no other certificates or carbon credits are issued for this generation. */
  no_other_certificates: { section: "declarations", max: 3 },
} as const satisfies Record<string, { section: DeviceSection; max: number }>;
export type DeviceField = keyof typeof DEVICE_FIELDS;

/** The names of all fields, in the order of the form. */
export const deviceFieldNames = Object.keys(DEVICE_FIELDS).filter((name): name is DeviceField =>
  Object.hasOwn(DEVICE_FIELDS, name),
);

export const ON_SITE_CONSUMPTION = ["none", "part", "all"] as const;
export const AUXILIARY_ENERGY = ["none", "grid", "fuel"] as const;
export const DEVICE_TYPES = ["normal", "grouped"] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];

/** Kinds of documents (DEV-009), in their order. A group hands in the first two. */
export const DEVICE_DOCUMENTS = [
  "registration_form",
  "owner_declaration",
  "single_line_diagram",
  "commissioning_certificate",
  "grid_connection",
  "photos",
  "metering_evidence",
] as const;
export type DeviceDocument = (typeof DEVICE_DOCUMENTS)[number];

/** English names of the documents, as messages write them. */
export const DEVICE_DOCUMENT_NAMES: Readonly<Record<DeviceDocument, string>> = {
  registration_form: "registration form",
  owner_declaration: "owner's declaration",
  single_line_diagram: "single-line diagram",
  commissioning_certificate: "commissioning certificate",
  grid_connection: "grid connection or PPA",
  photos: "2–3 photos",
  metering_evidence: "metering evidence",
};

/** Kinds of documents that an application of the type needs. */
export const documentsNeeded = (type: DeviceType): readonly DeviceDocument[] =>
  type === "normal" ? DEVICE_DOCUMENTS : DEVICE_DOCUMENTS.slice(0, 2);

/** File names that documents may have end with one of these, and their content says the same. */
export const DEVICE_DOCUMENT_TYPES = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
} as const;

/**
 * What a point of measurement is to its device (rule R3): a meter of generation, or at the grid one whose export, whose import as station
 * supply, or both (`grid`: of a plant that nobody else draws power at) are meant.
 */
export const METER_ROLES = ["main", "check", "sub", "inverter", "export", "supply", "grid"] as const;
export type MeterRole = (typeof METER_ROLES)[number];

const deviceMeter = z.strictObject({ device_uid: z.uuid(), role: z.enum(METER_ROLES) });
export type DeviceMeter = z.output<typeof deviceMeter>;

const text = (name: DeviceField) => line(DEVICE_FIELDS[name].max).default("");

/** The fields of an application as typed. What is left out is empty. */
export const applicationFields = z.strictObject({
  device_english_name: text("device_english_name"),
  device_local_name: text("device_local_name"),
  registry: text("registry"),
  owner: text("owner"),
  fuel_type: text("fuel_type"),
  device_technology: text("device_technology"),
  capacity: text("capacity"),
  commercial_operation_date: text("commercial_operation_date"),
  on_site_consumption: text("on_site_consumption"),
  auxiliary_energy: text("auxiliary_energy"),
  location: text("location"),
  province: text("province"),
  address: text("address"),
  latitude: text("latitude"),
  longitude: text("longitude"),
  project_uid: text("project_uid"),
  no_other_certificates: text("no_other_certificates"),
});
export type DeviceFields = z.output<typeof applicationFields>;

/** What a draft holds and is saved as. `members`: uids of registered devices, of a group. */
export const deviceDraft = z.strictObject({
  fields: applicationFields,
  meters: z.array(deviceMeter).max(DEVICE_LIMITS.meters).default([]),
  members: z.array(z.uuid()).max(DEVICE_LIMITS.members.max).default([]),
});
export type DeviceDraft = z.output<typeof deviceDraft>;

const MEGAWATTS = /^(\d{1,10})(?:\.(\d{1,6}))?$/;

/** Watts of a capacity typed in MW; null where it is no number with at most 6 decimals. Commas between thousands are no part of it. */
export function wattsOfMegawatts(typed: string): number | null {
  const found = MEGAWATTS.exec(typed.trim());
  if (found === null) return null;
  const [, whole = "0", decimals = ""] = found;
  return Number(whole) * 1_000_000 + Number(decimals.padEnd(6, "0"));
}

/** Megawatts as text that `wattsOfMegawatts` reads back: no zeros at the end but three decimals at least. */
export function megawattsOfWatts(watts: number): string {
  const decimals = String(watts % 1_000_000).padStart(6, "0");
  return `${Math.floor(watts / 1_000_000)}.${decimals.replace(/0{1,3}$/, "")}`;
}

/** Degrees as typed; null where it is no number between -`most` and `most`. */
export function degreesOf(typed: string, most: 90 | 180): number | null {
  if (!/^-?\d{1,3}(\.\d{1,10})?$/.test(typed.trim())) return null;
  const degrees = Number(typed);
  return Math.abs(degrees) <= most ? degrees : null;
}
