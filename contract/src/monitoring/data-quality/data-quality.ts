// How far the figures of a project can be trusted: what arrived of what was due, by day and device, what the energy ledger saw
// and did, what was refused, and what a person can do about it.
import { z } from "zod";
import { assetType } from "../../fleet/asset-types.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { numberColumn } from "../../kernel/number-column.ts";
import { inKwh, inPercent, utcInstant } from "../../kernel/units.ts";
import { REFUSAL_REASONS } from "../../telemetry/ingest/protocol.ts";
import { qualityKind, askedQuality } from "./quality-marks.ts";

/** What was looked at: a counter, or the power. */
const qualityQuantity = z.enum(["production", "import", "export", "charge", "discharge", "power"]);

/**
 * open: someone can do something. healed: no energy was lost or counted twice. missing: what was not received or not stored,
 * and can still be sent.
 */
const qualityState = z.enum(["open", "healed", "missing"]);

/** What a counter says of the time that a device was silent (monitoring-domain.md §6.4). */
const gapVerdict = z.enum(["communication", "outage", "partial", "pending"]);

/** Of each column; null: nothing was due. */
const column = numberColumn();

const qualityDevice = z.object({
  device_uid: z.uuid(),
  gateway_uid: z.uuid(),
  serial: z.string(),
  /** Alias, else name, else serial. */
  name: z.string(),
  asset_type: assetType,
  /** Taken out of the project since. */
  removed: z.boolean(),
  /** True for an inverter of which no rated power is known. */
  unrated: z.boolean(),
  /** Received of what was due, 0 to 100. */
  received: inPercent,
  /**
   * Seconds of what was due: measured; measured, with energy integrated from power; silent, with its energy spread over it by
   * the counter; silent; refused. The five add up to what was due. Where energy is integrated in part, so is the time.
   */
  complete_s: column,
  integrated_s: column,
  estimated_s: column,
  missing_s: column,
  refused_s: column,
  /** The sign that stands in the column; null: none. */
  signs: z.array(qualityKind.nullable()),
});

const qualityEvent = z.object({
  /** The same as long as nothing about it changes but its end. */
  id: z.string(),
  kind: qualityKind,
  /** When it was seen; of a gap its beginning, of what is counted by days the day's first instant. */
  at: utcInstant,
  /** End of a gap; null: it lasts, or is no gap. */
  until: utcInstant.nullable(),
  /** The day of the project's calendar that it stands at. */
  day: z.string(),
  /** Null: all devices of a gateway, or none that is known. */
  device_uid: z.uuid().nullable(),
  gateway_uid: z.uuid().nullable(),
  /** Of the device or gateway. */
  name: z.string(),
  /** The column of the strip; null: outside of it. */
  column: z.int().nullable(),
  quantity: qualityQuantity.nullable(),
  /** Energy that it is about: what was spread over a gap. Null: none, or not known. */
  energy: inKwh,
  verdict: gapVerdict.nullable(),
  state: qualityState,
  /** Numbers of the sentence: energies in Wh, powers in W. Which are there follows from the kind. */
  seen: z.object({
    /** By the clock, nights too. */
    silent_s: z.number().optional(),
    devices: z.int().optional(),
    from_wh: z.number().optional(),
    to_wh: z.number().optional(),
    limit_wh: z.number().optional(),
    power_w: z.number().optional(),
    rated_w: z.number().optional(),
    count: z.int().optional(),
    reason: z.enum(REFUSAL_REASONS).optional(),
    example: z.string().optional(),
  }),
});

const qualityTask = z.object({
  kind: z.enum(["unrated", "rating_doubtful", "gateway_silent", "device_silent", "refused"]),
  device_uid: z.uuid().nullable(),
  gateway_uid: z.uuid().nullable(),
  name: z.string(),
  /** Since when, or when last; null: for as long as it is there. */
  at: utcInstant.nullable(),
  /** True where figures change once it is done. */
  changes_figures: z.boolean(),
  count: z.int().nullable(),
  reason: z.enum(REFUSAL_REASONS).nullable(),
  model: z.string().nullable(),
});

export type QualityDevice = z.output<typeof qualityDevice>;
export type QualityEvent = z.output<typeof qualityEvent>;
export type QualityTask = z.output<typeof qualityTask>;

export const dataQuality = endpoint({
  name: "dataQuality",
  method: "GET",
  path: "project/data-quality",
  summary:
    "How complete and how certain a project's data are, by day and device, with what was seen and done",
  query: askedQuality,
  encoding: "columns",
  answer: z.object({
    timezone: z.string(),
    from_date: z.string(),
    to_date: z.string(),
    current_time: utcInstant,
    /** First day of which anything was due; null: nothing has been received yet. */
    first_day: z.string().nullable(),
    /** Days, or weeks from Monday to Sunday as far as they lie in the range: first and last day of each. */
    columns: z.array(z.object({ from: z.string(), to: z.string() })),
    /** Received and due of all devices, in intervals of their gateways. */
    received: z.object({ readings: z.int(), due: z.int(), share: inPercent }),
    /** Production of the range as the statistics have it, by how it is known; the three parts add up to the total. */
    energy: z.object({
      /** Which devices' it is; mixed: meters' on some days, inverters' on others. Null: nothing was produced. */
      source: z.enum(["electric_meter", "solar_inverter", "mixed"]).nullable(),
      total: inKwh,
      counted: inKwh,
      integrated: inKwh,
      estimated: inKwh,
    }),
    refused: z.object({ readings: z.int(), reasons: z.int() }),
    devices: z.array(qualityDevice),
    /** Newest first. */
    events: z.array(qualityEvent),
    /** How many there are, with those that are left out. */
    events_total: z.int(),
    tasks: z.array(qualityTask),
  }),
  refusals: ["project.not_found"],
});
