// The quality of a plant's data as the server answers it.
import {
  dataQuality,
  type QualityDevice,
  type QualityEvent,
} from "@heliograph/contract/monitoring/data-quality/data-quality";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { answer } from "../../../../testing/test-kit.tsx";

export const INVERTER = "3f2504e0-4f89-41d3-9a0c-0305e82c3311";
const GATEWAY = "3f2504e0-4f89-41d3-9a0c-0305e82c3399";
const DAY_S = 42_300;

const kwh = (value: number | null) => ({ value, unit: "kWh" as const });

const inverterQuality: QualityDevice = {
  device_uid: INVERTER,
  gateway_uid: GATEWAY,
  serial: "INV-01",
  name: "INV-01",
  asset_type: "solar_inverter",
  removed: false,
  unrated: false,
  received: { value: 97.5, unit: "%" },
  complete_s: [null, DAY_S - 3600, DAY_S],
  integrated_s: [null, 0, 0],
  estimated_s: [null, 3600, 0],
  missing_s: [null, 0, 0],
  refused_s: [null, 0, 0],
  signs: [null, null, "reset"],
};

export const gapEvent: QualityEvent = {
  id: "gap:1:1",
  kind: "gap",
  at: "2026-02-02T02:00:00.000Z",
  until: "2026-02-02T03:00:00.000Z",
  day: "2026-02-02",
  device_uid: INVERTER,
  gateway_uid: GATEWAY,
  name: "INV-01",
  column: 1,
  quantity: null,
  energy: kwh(41.2),
  verdict: "communication",
  state: "healed",
  seen: { silent_s: 3600, devices: 1 },
};

const resetEvent: QualityEvent = {
  ...gapEvent,
  id: "reset:1:production:2",
  kind: "reset",
  at: "2026-02-03T02:00:00.000Z",
  until: null,
  day: "2026-02-03",
  column: 2,
  quantity: "production",
  energy: kwh(0),
  verdict: null,
  seen: { from_wh: 35_918_400, to_wh: 0 },
};

/** The answer for the first three days of February, changed as told. */
export const fakeQuality = (change: Partial<Answer<typeof dataQuality>> = {}) =>
  answer(dataQuality, {
    timezone: "Asia/Ho_Chi_Minh",
    from_date: "2026-02-01",
    to_date: "2026-02-03",
    current_time: "2026-02-04T05:00:00.000Z",
    first_day: "2026-02-02",
    columns: ["2026-02-01", "2026-02-02", "2026-02-03"].map((day) => ({ from: day, to: day })),
    received: { readings: 275, due: 282, share: { value: 97.5, unit: "%" } },
    energy: {
      source: "solar_inverter",
      total: kwh(1000.04),
      counted: kwh(900.02),
      integrated: kwh(58.82),
      estimated: kwh(41.2),
    },
    refused: { readings: 0, reasons: 0 },
    devices: [inverterQuality],
    events: [resetEvent, gapEvent],
    events_total: 2,
    tasks: [],
    ...change,
  });
