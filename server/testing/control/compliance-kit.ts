// A plant of which three days of zero export were judged, with the calls of compliance and the work on its proofs.
import {
  addDays,
  makeNzeProof,
  nzeCompliance,
  nzeComplianceDay,
  nzeProofFile,
  nzeProofs,
  startOfDay,
  type NzeProof,
} from "@heliograph/contract";
import type { TimestampAuthority } from "@libpdf/core";
import { complianceRoutes, proofWork } from "../../src/domains/control/index.ts";
import { judgeNzeDays } from "../../src/domains/control/zero-export/nze-days.jobs.ts";
import { connect } from "../../src/platform/db.ts";
import { apiOf } from "../api-kit.ts";
import { freshStore } from "../file-kit.ts";
import { jobsDone, runner } from "../jobs-kit.ts";
import { meterReads, zeroExportPlant } from "./zero-export-kit.ts";

export const NZE_ZONE = "Asia/Ho_Chi_Minh";
export const NZE_MONTH = "2026-02";
export const FIRST_KEPT = "2026-02-02";
export const BROKEN_DAY = "2026-02-03";
export const NZE_NOW = startOfDay(NZE_ZONE, "2026-02-05") + 9 * 3_600_000;
export const READ_MS = 300_000;
export const NOON_READING = 144;

const never = () => false;

/** A plant whose gateway kept two days and broke the one between them, with the calls and the work on proofs. */
export async function compliancePlant() {
  const at = await zeroExportPlant();
  const { db, url, plant, meter_id, clock, token } = at;
  clock.ms = NZE_NOW;
  const { store } = await freshStore();
  const api = await apiOf(db, (serve) => complianceRoutes(serve, db, store, () => clock.ms));
  const meter = { project_id: plant.project_id, device_id: meter_id };
  const { project_id, gateway_id, gateway_uid } = plant;
  const read = async (day: string, exports: Readonly<Record<number, number>> = {}) => {
    const start = startOfDay(NZE_ZONE, day);
    const readings = Array.from({ length: 288 }, (_, index) => ({
      at_ms: start + (index + 1) * READ_MS,
      grid_w: -(exports[index] ?? -200),
      nze_on: 1 as const,
    }));
    await meterReads(db, meter, readings);
    await db.insertInto("nze_day_due").values({ gateway_id, project_id, day }).execute();
  };
  await read(FIRST_KEPT);
  await read(BROKEN_DAY, { [NOON_READING]: 14_200, [NOON_READING + 1]: 3000 });
  await read(addDays(BROKEN_DAY, 1));
  await judgeNzeDays(db, NZE_NOW, never);
  const query = { gateway_uid, month: NZE_MONTH };
  return {
    ...at,
    api,
    store,
    month: async (by = token) => (await api(nzeCompliance, { token: by, query })).body,
    day: async (day: string) => (await api(nzeComplianceDay, { token, query: { gateway_uid, day } })).body,
    proofs: async (by = token): Promise<{ items: NzeProof[]; fingerprint: string }> =>
      (await api(nzeProofs, { token: by, query })).body,
    ask: (lang = "en", by = token) => api(makeNzeProof, { token: by, body: { ...query, lang } }),
    file: (proof_uid: string, file: "pdf" | "csv", by = token) =>
      api(nzeProofFile, { token: by, query: { proof_uid, file } }),
    work: async (authority: TimestampAuthority | null = null) => {
      const pools = connect(url, 6);
      const jobs = runner(pools, [proofWork({ documents: store, product: "Heliograph", authority })]);
      await jobsDone(db);
      await jobs.stop();
      await pools.close();
      return jobs.failures;
    },
  };
}
