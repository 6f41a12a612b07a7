// Guards of an application to register a device: the server refuses by them, and the form shows them before it is submitted.
import { calendarDay } from "../../kernel/calendar-day.ts";
import { CERTIFICATE_REGISTRIES } from "../ledger.ts";
import { certifiesExportAlone, generationPoints, measurementBasis } from "./basis.ts";
import {
  AUXILIARY_ENERGY,
  degreesOf,
  DEVICE_DOCUMENT_NAMES,
  DEVICE_LIMITS,
  documentsNeeded,
  ON_SITE_CONSUMPTION,
  wattsOfMegawatts,
  type DeviceDocument,
  type DeviceDraft,
  type DeviceField,
  type DeviceType,
  type MeterRole,
} from "./device-form.ts";
import { belongTogether, DEVICE_COUNTRIES, isDeviceCountry, liesIn } from "./fuels.ts";

/** A point of measurement of the chosen project, as the registry knows it. */
export interface MeterFact {
  readonly device_uid: string;
  readonly serial: string;
  /** What it may be to a device; none where it measures neither generation nor the grid. */
  readonly roles: readonly MeterRole[];
  /** The code of the device that it is bound to at present; null: free. */
  readonly bound_to: string | null;
}

/** What the guards need and the form does not hold. */
export interface ApplicationFacts {
  readonly type: DeviceType;
  /** The local day of the device. */
  readonly today: string;
  /** The day of its first submission; null: not submitted. */
  readonly registration_date: string | null;
  readonly documents: Readonly<Partial<Record<DeviceDocument, number>>>;
  /** The points of the project that the form names. */
  readonly meters: readonly MeterFact[];
  /** The device of another account that one of its meters belongs to, or that stands at the same place with the same capacity. */
  readonly registered: { readonly code: string; readonly registry: string } | null;
  /** A device of the same capacity within 50 m, of whichever account: a warning. */
  readonly nearby: string | null;
  /** The name of the project that the form names; null: none that the person may see. */
  readonly project: string | null;
  /** An owner of the project has signed the consent that is in force. */
  readonly consent: boolean;
  /** Account and project are both of the demonstration, or neither is (rule R14). */
  readonly same_world: boolean;
  /** The device that this one will succeed: whether it belongs to the same account, or was released to it, and is changed before its end; null: it succeeds none. */
  readonly predecessor: {
    readonly code: string;
    readonly registry: string;
    /** The day after its last one. */
    readonly ends: string;
    readonly is_own: boolean;
    readonly is_released: boolean;
    readonly is_change: boolean;
  } | null;
}

/** One guard as it stands. `warning`: it blocks nothing. `message` is English with its values filled in; `params` are the values. */
interface DeviceGuard {
  readonly code: string;
  readonly state: "passed" | "warning" | "failed";
  readonly message: string;
  readonly params: Readonly<Record<string, string>>;
  /** What of the form it is about: a field, "meters", "documents" or "members". */
  readonly field: DeviceField | "meters" | "documents" | "members";
}

/** English messages of the guards; `{name}` is filled in from the guard's params. Screens have their own in each language. */
export const DEVICE_MESSAGES = {
  "DEV-001.english": "Enter the device name in English.",
  "DEV-001.local": "Enter the device name in the local language.",
  "DEV-002": "Choose a registry.",
  "DEV-003": "I-REC no longer registers devices in China. Choose GEC.",
  "DEV-004": "Fuel type and technology do not belong together.",
  "DEV-005": "Capacity must be between 0.001 and 5,000 MW with at most 6 decimals.",
  "DEV-006.missing": "Enter the commercial operation date.",
  "DEV-006.future": "The commercial operation date cannot be in the future.",
  "DEV-006.registered": "The commercial operation date cannot be after the registration date.",
  "DEV-007.place": "Enter a valid latitude and longitude.",
  "DEV-007.country": "The coordinates are not in {country}.",
  "DEV-008": "This device is already registered as {code} in {registry} by another account.",
  "DEV-008.nearby": "{device} with the same capacity stands within 50 m.",
  "DEV-009": "Upload: {documents}.",
  "DEV-010": "The owner's declaration must name the device and the owner.",
  "DEV-011": "Select the portal project and meters that measure this device.",
  "DEV-012": "Meter {serial} is already bound to {device}.",
  "DEV-013": "Say whether there is on-site consumption or an auxiliary energy source.",
  "DEV-014": "Confirm that no other certificates are issued for this generation.",
  "DEV-015": "An owner of the project {project} must consent to this registration.",
  "DEV-017": "Enter the owner of the device.",
  "DEV-018": "Enter the province.",
  "DEV-016":
    "A demonstration plant is registered by a demonstration account alone, and no other plant by one.",
  "DEV-019": "GEC certifies exported electricity alone: choose the meter at the grid that counts it.",
  "DEV-019.all": "All of the generation is used on site: GEC certifies nothing of it.",
  "DEV-020": "With on-site consumption the import of the meter at the grid is no station supply.",
  "DEV-020.none": "No meter of the auxiliary energy from the grid is chosen: nothing is taken off for it.",
  "DEV-039": "An account manager of the account that {device} belongs to must release it to yours.",
} as const;
export type DeviceMessage = keyof typeof DEVICE_MESSAGES;

/** A message with `{name}` replaced by the value of that name; what has no value stays. */
export function filledMessage(message: string, params: Readonly<Record<string, string>>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole);
}

const guard = (
  key: DeviceMessage,
  field: DeviceGuard["field"],
  state: DeviceGuard["state"],
  params: Readonly<Record<string, string>> = {},
): DeviceGuard & { readonly key: DeviceMessage } => ({
  key,
  code: key.slice(0, 7),
  state,
  message: filledMessage(DEVICE_MESSAGES[key], params),
  params,
  field,
});
type KeyedGuard = ReturnType<typeof guard>;

const must = (holds: boolean) => (holds ? "passed" : "failed");
const lengthOf = (text: string) => Array.from(text.trim()).length;

/** All guards of the application in the order of their codes, also those that hold. */
export function deviceGuards(draft: DeviceDraft, facts: ApplicationFacts): readonly KeyedGuard[] {
  return facts.type === "normal"
    ? [
        ...ofIdentity(draft),
        ...ofTechnology(draft, facts),
        ...ofPlace(draft, facts),
        ...ofProof(draft, facts),
        ...ofOwner(draft),
        ...ofSuccession(facts),
      ]
    : [...ofIdentity(draft), documents(facts), ...declarations(draft), ...ofSuccession(facts)];
}

function ofIdentity({ fields }: DeviceDraft): KeyedGuard[] {
  const named = (text: string) => must(lengthOf(text) >= 2 && lengthOf(text) <= 100);
  const known = CERTIFICATE_REGISTRIES.some((registry) => registry === fields.registry);
  return [
    guard("DEV-001.english", "device_english_name", named(fields.device_english_name)),
    guard("DEV-001.local", "device_local_name", named(fields.device_local_name)),
    guard("DEV-002", "registry", must(known && (fields.registry !== "GEC" || fields.location === "CN"))),
  ];
}

/** The last day of production in China that I-REC covers (rule R12). */
const IREC_CHINA_UNTIL = "2024-12-31";

function ofTechnology({ fields }: DeviceDraft, { today, registration_date }: ApplicationFacts): KeyedGuard[] {
  const { commercial_operation_date: began, registry, location } = fields;
  const watts = wattsOfMegawatts(fields.capacity);
  const { min, max } = DEVICE_LIMITS.capacity_w;
  const inChina = registry === "IREC" && location === "CN" && today > IREC_CHINA_UNTIL;
  return [
    guard("DEV-003", "registry", must(!inChina)),
    guard("DEV-004", "device_technology", must(belongTogether(fields.fuel_type, fields.device_technology))),
    guard("DEV-005", "capacity", must(watts !== null && watts >= min && watts <= max)),
    dated(began, today, registration_date),
  ];
}

const ofBegin = (key: DeviceMessage, state: "passed" | "failed") =>
  guard(key, "commercial_operation_date", state);

function dated(began: string, today: string, registered: string | null): KeyedGuard {
  if (!calendarDay.safeParse(began).success) return ofBegin("DEV-006.missing", "failed");
  if (began > today) return ofBegin("DEV-006.future", "failed");
  return ofBegin("DEV-006.registered", must(registered === null || began <= registered));
}

function ofPlace({ fields }: DeviceDraft, { registered, nearby }: ApplicationFacts): KeyedGuard[] {
  return [
    placed(fields),
    registered === null
      ? nearby === null
        ? guard("DEV-008", "meters", "passed")
        : guard("DEV-008.nearby", "latitude", "warning", { device: nearby })
      : guard("DEV-008", "meters", "failed", { ...registered }),
  ];
}

function placed({ latitude, longitude, location }: DeviceDraft["fields"]): KeyedGuard {
  const [north, east] = [degreesOf(latitude, 90), degreesOf(longitude, 180)];
  if (north === null || east === null || !isDeviceCountry(location)) {
    return guard("DEV-007.place", "latitude", "failed");
  }
  const { name } = DEVICE_COUNTRIES[location];
  return guard("DEV-007.country", "latitude", must(liesIn(location, north, east)), { country: name });
}

/** Who owns it and where it stands: what devices of a group share (GRP-002). A group takes both over from its devices. */
function ofOwner({ fields: { owner, province } }: DeviceDraft): KeyedGuard[] {
  return [
    guard("DEV-017", "owner", must(lengthOf(owner) >= 2)),
    guard("DEV-018", "province", must(lengthOf(province) >= 2)),
  ];
}

function ofProof(draft: DeviceDraft, facts: ApplicationFacts): KeyedGuard[] {
  return [documents(facts), ...declarations(draft), ...measured(draft, facts), consumption(draft)];
}

/** Of what succeeds another device: that is the account's own, or was released to it (rule R11). */
const ofSuccession = ({ predecessor }: ApplicationFacts): KeyedGuard[] =>
  predecessor === null
    ? []
    : [
        guard("DEV-039", "registry", must(predecessor.is_own || predecessor.is_released), {
          device: predecessor.code,
        }),
      ];

/** Kinds of documents that the application still lacks. */
export function documentsMissing({
  type,
  documents: held,
}: Pick<ApplicationFacts, "type" | "documents">): DeviceDocument[] {
  const enough = (kind: DeviceDocument) =>
    (held[kind] ?? 0) >= (kind === "photos" ? DEVICE_LIMITS.photos.min : 1);
  return documentsNeeded(type).filter((kind) => !enough(kind));
}

function documents(facts: ApplicationFacts): KeyedGuard {
  const missing = documentsMissing(facts).map((kind) => DEVICE_DOCUMENT_NAMES[kind]);
  const params = { documents: missing.join(", ") };
  return guard("DEV-009", "documents", must(missing.length === 0), params);
}

function declarations({ fields }: DeviceDraft): KeyedGuard[] {
  return [guard("DEV-014", "no_other_certificates", must(fields.no_other_certificates === "yes"))];
}

/** DEV-010, which an issuer answers in the review by looking at the owner's declaration: whether it names the device and the owner. */
export const declarationGuard = (owner_named: boolean): KeyedGuard =>
  guard("DEV-010", "documents", must(owner_named));

/** Guards that issuers may override, each with a reason; the others keep a kilowatt-hour from being certified twice, or say what a device is. */
export const OVERRIDABLE_GUARDS = ["DEV-006", "DEV-007", "DEV-009", "DEV-013"] as const;

/** Whether issuers may override the guard of the code. */
export const isOverridable = (code: string): boolean => OVERRIDABLE_GUARDS.some((one) => one === code);

function measured({ fields, meters }: DeviceDraft, facts: ApplicationFacts): KeyedGuard[] {
  // Without meters a device can be registered; its statements are then never made from readings.
  if (fields.project_uid === "" && meters.length === 0) return [guard("DEV-011", "meters", "warning")];
  const known = new Map(facts.meters.map((meter) => [meter.device_uid, meter]));
  const fits = meters.every(({ device_uid, role }) => known.get(device_uid)?.roles.includes(role) === true);
  const bound = meters
    .map(({ device_uid }) => known.get(device_uid))
    .filter((meter) => meter !== undefined && meter.bound_to !== null);
  return [
    guard("DEV-011", "meters", must(facts.project !== null && generationPoints(meters).length > 0 && fits)),
    ...(bound.length === 0 ? [guard("DEV-012", "meters", "passed")] : []),
    ...bound.map((meter) =>
      guard("DEV-012", "meters", "failed", {
        serial: meter?.serial ?? "",
        device: meter?.bound_to ?? "",
      }),
    ),
    guard("DEV-015", "project_uid", must(facts.consent), { project: facts.project ?? "" }),
    guard("DEV-016", "project_uid", must(facts.same_world)),
    exported({ fields, meters }),
    supplied({ fields, meters }),
  ];
}

type Measured = Pick<DeviceDraft, "fields" | "meters">;

/** A registry that certifies export alone needs a meter that counts it. */
function exported({ fields: { registry, on_site_consumption: consumed }, meters }: Measured): KeyedGuard {
  if (!certifiesExportAlone(registry)) return guard("DEV-019", "meters", "passed");
  if (consumed === "all") return guard("DEV-019.all", "on_site_consumption", "failed");
  return guard("DEV-019", "meters", must(measurementBasis(registry, meters).kind === "export"));
}

/** What is drawn from the grid is station supply only where nobody else draws it. */
function supplied({ fields, meters }: Measured): KeyedGuard {
  const { on_site_consumption: consumed, auxiliary_energy: auxiliary } = fields;
  const isMixed = (consumed === "part" || consumed === "all") && meters.some(({ role }) => role === "grid");
  if (isMixed) return guard("DEV-020", "meters", "failed");
  const isMeasured = meters.some(({ role }) => role === "grid" || role === "supply");
  return auxiliary === "grid" && !isMeasured
    ? guard("DEV-020.none", "meters", "warning")
    : guard("DEV-020", "meters", "passed");
}

function consumption({ fields }: DeviceDraft): KeyedGuard {
  const stated =
    ON_SITE_CONSUMPTION.some((one) => one === fields.on_site_consumption) &&
    AUXILIARY_ENERGY.some((one) => one === fields.auxiliary_energy);
  return guard("DEV-013", "on_site_consumption", must(stated));
}
