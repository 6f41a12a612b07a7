// What tests of compliance share: a gateway's month, day, drills and proof as the server answers them, and the page over them.
import {
  nzeCompliance,
  nzeComplianceDay,
  nzeDrills,
  nzeProofs,
  type NzeComplianceDay,
  type NzeDrillWithTrace,
  type NzeProof,
} from "@heliograph/contract/control/compliance";
import { zeroExportGateways } from "@heliograph/contract/control/zero-export";
import { screen } from "@testing-library/react";
import { fakeProjectInfo, PROJECT_UID } from "../../../testing/project-fakes.ts";
import { answer, fakeServer, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import ComplianceScreen from "../compliance/ComplianceScreen.tsx";
import { COMMAND, drill, gateway, UID } from "./zero-export-fakes.tsx";

const ZONE = "Asia/Ho_Chi_Minh";
const FINGERPRINT = "ad3651b9".repeat(8);

/** A day that was kept, changed as told. */
export const nzeDay = (change: Partial<NzeComplianceDay> = {}): NzeComplianceDay => ({
  day: "2026-11-11",
  verdict: "kept",
  source: "gateway",
  resolution_s: 2,
  export_limit_w: 0,
  back_within_s: 60,
  largest_export_w: 800,
  largest_export_at: "2026-11-11T04:00:00.000Z",
  longest_violation_s: 6,
  longest_violation_at: "2026-11-11T04:00:00.000Z",
  response_median_s: 6,
  response_p95_s: 6,
  violations: 1,
  over_limit_wh: 2,
  given_up_wh: 1_284_300,
  given_up_vnd: "2440170",
  seen_s: 40_000,
  due_s: 40_000,
  ...change,
});

/** A day that was not kept: 74 s. */
export const BROKEN = nzeDay({
  day: "2026-11-12",
  verdict: "not_kept",
  largest_export_w: 14_200,
  largest_export_at: "2026-11-12T04:42:10.000Z",
  longest_violation_s: 74,
  longest_violation_at: "2026-11-12T04:42:10.000Z",
  over_limit_wh: 190,
});

/** A proof that is made and holds, changed as told. */
export const madeProof = (change: Partial<NzeProof> = {}): NzeProof => ({
  proof_uid: COMMAND,
  lang: "en",
  state: "ready",
  asked_at: "2026-11-20T03:40:00.000Z",
  made_at: "2026-11-20T03:42:00.000Z",
  from_day: "2026-11-11",
  to_day: "2026-11-14",
  pages: 4,
  minutes: 5760,
  pdf: { name: "zero-export.pdf", size_bytes: 180_000, sha256: FINGERPRINT },
  csv: { name: "zero-export.csv", size_bytes: 300_000, sha256: FINGERPRINT },
  is_valid: true,
  is_current: true,
  ...change,
});

interface Given {
  readonly days?: readonly NzeComplianceDay[];
  readonly drills?: readonly Partial<NzeDrillWithTrace>[];
  readonly proofs?: readonly NzeProof[];
  readonly role?: "owner" | "read_only";
  readonly search?: string;
  readonly routes?: Parameters<typeof fakeServer>[0];
}

/** A November of these days, with figures of its own. */
function monthAnswer(days: readonly NzeComplianceDay[]): Response {
  const sum = { days_counted: 2, days_kept: 1, not_kept: ["2026-11-12"], days_no_proof: 0, days_off: 0 };
  return answer(nzeCompliance, {
    timezone: ZONE,
    project_uid: PROJECT_UID,
    project_name: "Kho Long An",
    gateway: { uid: UID, serial: "HG-1", alias: "HG-1" },
    meter: { uid: UID, serial: "GM-01", alias: "GM-01" },
    nze_status: true,
    rule: { export_limit_w: 0, back_within_s: 60, meter_silent_s: 5, failsafe_w: 0 },
    month: "2026-11",
    today: "2026-11-20",
    first_day: "2026-11-11",
    last_day: "2026-11-14",
    summary: {
      ...sum,
      largest_export_w: 14_200,
      largest_export_at: "2026-11-12T04:42:10.000Z",
      longest_violation_s: 74,
      longest_violation_at: "2026-11-12T04:42:10.000Z",
      back_within_s: 60,
      response_median_s: 6,
      response_p95_s: 19,
      response_is_estimated: false,
      violations: 31,
      over_limit_wh: 1900,
      given_up_wh: 1_284_300,
      given_up_vnd: "2440170",
      resolution_s: 2,
    },
    days: [...days],
    drill_days: [{ day: "2026-11-11", result: "passed" }],
  });
}

/** Shows the page over a gateway's November. */
export async function openCompliance(given: Given = {}) {
  const { days = [nzeDay(), BROKEN], drills = [], proofs = [], role = "owner", routes = {} } = given;
  signedInAs("token");
  const heard = fakeServer({
    "project/project-info-only": () => fakeProjectInfo({ project_role_to_user: role }),
    [zeroExportGateways.path]: () => answer(zeroExportGateways, { timezone: ZONE, gateways: [gateway()] }),
    [nzeCompliance.path]: () => monthAnswer(days),
    [nzeComplianceDay.path]: ({ query }) => {
      const day = days.find((one) => one.day === query.get("day")) ?? null;
      return answer(nzeComplianceDay, {
        timezone: ZONE,
        day,
        violations: [],
        curve: [],
        rules_since: [],
        longest_since_s: 22,
        days_since: 8,
      });
    },
    [nzeDrills.path]: () =>
      answer(nzeDrills, {
        items: drills.map((one, index) => ({
          ...drill(),
          drill_uid: COMMAND.replace(/.$/, String(index)),
          trace: [],
          ...one,
        })),
        total_items: drills.length,
      }),
    [nzeProofs.path]: () => answer(nzeProofs, { items: [...proofs], fingerprint: FINGERPRINT }),
    ...routes,
  });
  const search = given.search ?? `?project=${PROJECT_UID}&gateway=${UID}&month=2026-11`;
  await renderAt(`/control/compliance${search}`, { "/control/compliance": <ComplianceScreen /> });
  await screen.findByRole("heading", { level: 1, name: "Zero-export compliance" });
  return { heard, to: (path: string) => heard.filter((one) => one.path === path) };
}
