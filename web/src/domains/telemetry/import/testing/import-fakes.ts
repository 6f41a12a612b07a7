// What tests of imports share: a draft and a done import as the server answers them.
import { listImports, readImport } from "@heliograph/contract/telemetry/import/imports";
import type {
  ImportDraft,
  ImportItem,
  ImportPreview,
  ImportTrial,
} from "@heliograph/contract/telemetry/import/import-shapes";
import { PROJECT_UID } from "../../../../testing/project-fakes.ts";
import { answer } from "../../../../testing/test-kit.tsx";

const DRAFT_UID = "3f2504e0-4f89-41d3-9a0c-0305e82c3311";
const DEVICE_UID = "3f2504e0-4f89-41d3-9a0c-0305e82c3313";
const FILE_UID = "3f2504e0-4f89-41d3-9a0c-0305e82c3312";

export const PREVIEW: ImportPreview = {
  file_uids: [FILE_UID],
  preset: null,
  title: null,
  assumes: { stamp: "end", timezone: "Asia/Ho_Chi_Minh", decimal: ".", interval_s: 300, period: null },
  fault: null,
  first_lines: [],
  sampled_at: "2025-06-14 11:35",
  first_rows: [],
  columns: [
    {
      name: "Time",
      role: "stamp",
      quantity: null,
      unit: null,
      device: null,
      scale: 1,
      is_guess: false,
      sample: null,
      why: null,
    },
    {
      name: "INV-1 Power(kW)",
      role: "value",
      quantity: "ac_power_w",
      unit: "kW",
      device: "INV-01",
      scale: 1,
      is_guess: true,
      sample: "98.412",
      why: null,
    },
    {
      name: "Revenue",
      role: "left_out",
      quantity: null,
      unit: null,
      device: null,
      scale: 1,
      is_guess: false,
      sample: null,
      why: "no_quantity",
    },
  ],
};

const TRIAL: ImportTrial = {
  took_ms: 1900,
  rows: 110,
  found: 110,
  fresh: 100,
  there: 7,
  refused: 3,
  sentinels: 0,
  refusals: [
    {
      reason: "reading.out_of_range",
      count: 3,
      first: [{ file: "a.csv", line: 72, detail: "Power: 65535" }],
    },
  ],
  faults: [],
  months: [
    { month: "2025-01", wh: 1_000_000 },
    { month: "2025-02", wh: 2_000_000 },
  ],
  sum_wh: 3_000_000,
  days: 59,
  is_partial: false,
  devices: [{ serial: "INV-04", asset_type: "solar_inverter", readings: 107, is_new: true, is_rated: false }],
  events: [{ serial: "INV-04", kind: "reset", at: "2025-02-02T02:00:00.000Z", month: "2025-02" }],
  above_power: [],
};

const DRAFT: ImportDraft = {
  import_uid: DRAFT_UID,
  project_uid: PROJECT_UID,
  state: "tried",
  files: [{ file_uid: FILE_UID, name: "a.csv", size_bytes: 4096, rows: 110 }],
  wish: { preset: null, time: {}, types: {}, csv: {}, columns: {} },
  previews: [PREVIEW],
  devices: [{ device_uid: DEVICE_UID, serial: "INV-01", name: "INV-01", asset_type: "solar_inverter" }],
  presets: [{ name: "sma", title: "SMA" }],
  trial: TRIAL,
  rows_read: 110,
  fault: null,
};

export const DONE: ImportItem = {
  import_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3399",
  state: "done",
  created_at: "2026-11-19T09:04:00.000Z",
  started_at: "2026-11-19T09:04:00.000Z",
  ended_at: "2026-11-19T09:07:12.000Z",
  files: ["plant_2024.csv"],
  presets: [],
  devices: ["INV-01"],
  by: { name: "Lan Tran", is_you: true },
  progress: null,
  left_s: null,
  stored: 735_648,
  completed: 0,
  there: 0,
  refused: 0,
  days: 366,
  energy_wh: 976_405_000,
  fault: null,
};

/** The list of imports, with a draft unless told otherwise. */
export const fakeImports = (items: readonly ImportItem[], hasDraft = true) =>
  answer(listImports, { items: [...items], draft_uid: hasDraft ? DRAFT_UID : null });

/** The draft, changed as told. */
export const fakeDraft = (change: Partial<ImportDraft> = {}) => answer(readImport, { ...DRAFT, ...change });
