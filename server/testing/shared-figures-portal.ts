// A portal over plants of every kind, on a clock that stands still, for tests that compare its figures.
import type { Endpoint } from "@heliograph/contract";
import { expect } from "vitest";
import { kpiRoutes, refreshKeyFigures, refreshOutdated, refreshSummaries } from "../src/domains/kpi/index.ts";
import { monitoringRoutes } from "../src/domains/monitoring/index.ts";
import { apiOf, type Api } from "./api-kit.ts";
import { figureBook } from "./figure-book.ts";
import { tokenFor } from "./fleet-kit.ts";
import { worker } from "./ledger-db-kit.ts";
import { SEEDED_NOW, seedPlants } from "./shared-figures-kit.ts";
import { account, freshPools } from "./test-kit.ts";

/** The local day of the clock. */
export const SEEDED_TODAY = "2026-01-05";

/** Makes a call that has to be answered, and gives its answer. */
export type Ask = (e: Endpoint, asking?: Parameters<Api>[1]) => Promise<Awaited<ReturnType<Api>>["body"]>;

/** The calls over the seeded plants, whose figures are all made, and an empty book. */
export async function seededPortal() {
  const pools = await freshPools();
  const { db } = pools;
  const who = await account(db);
  const plants = await seedPlants(pools, who.account_id);
  await worker(pools, {
    afterPass: async (tx, projects) => void (await refreshSummaries(tx, projects, SEEDED_NOW)),
  }).idle();
  await refreshOutdated(db, SEEDED_NOW);
  await refreshKeyFigures(db, SEEDED_NOW);
  await refreshOutdated(db, SEEDED_NOW);
  const api = await apiOf(db, (serve) => {
    kpiRoutes(serve, db);
    monitoringRoutes(serve, db, () => SEEDED_NOW);
  });
  const token = await tokenFor(db, who);
  const ask: Ask = async (e, asking) => {
    const { status, body, bytes } = await api(e, { token, timezone: "Asia/Ho_Chi_Minh", ...asking });
    expect([e.name, status, status === 200 ? "" : JSON.stringify(body)]).toEqual([e.name, 200, ""]);
    return body ?? Buffer.from(bytes).toString("utf8");
  };
  return { plants, ask, book: figureBook() };
}

export type SeededPortal = Awaited<ReturnType<typeof seededPortal>>;
