// What the page of compliance asks of the server.
import {
  COMPLIANCE_LIMITS,
  isBeingMade,
  nzeCompliance,
  nzeComplianceDay,
  nzeDrills,
  nzeProofs,
} from "@heliograph/contract/control/compliance";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";

/** A gateway's month as the server answers it. */
export type ComplianceMonth = Answer<typeof nzeCompliance>;

/** While something is on its way it is asked for this often, else as the second says, ms. */
const [SOON_MS, LATER_MS] = [1000, 60_000];
const DRILL_MS = 3000;

/** A gateway's month. */
export const complianceQuery = (gateway_uid: string, month: string) =>
  ask(nzeCompliance, { query: { gateway_uid, month } });

/** A gateway's month, kept on the screen until the next one is there. */
export const useCompliance = (gateway_uid: string, month: string) =>
  useQuery({
    ...complianceQuery(gateway_uid, month),
    placeholderData: keepPreviousData,
    refetchInterval: LATER_MS,
  });

/** A day of a gateway. */
export const useComplianceDay = (gateway_uid: string, day: string) =>
  useQuery(ask(nzeComplianceDay, { query: { gateway_uid, day } }));

/** A page of a gateway's drills; asked for often while one goes on. */
export const useDrills = (gateway_uid: string, page: number) =>
  useQuery({
    ...ask(nzeDrills, { query: { gateway_uid, page, items_page: COMPLIANCE_LIMITS.drills } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ result }) => result === "asked") === true ? DRILL_MS : LATER_MS,
  });

/** The proofs of a gateway's month; asked for often while one is being made. */
export const useProofs = (gateway_uid: string, month: string) =>
  useQuery({
    ...ask(nzeProofs, { query: { gateway_uid, month } }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((proof) => isBeingMade(proof.state)) === true ? SOON_MS : LATER_MS,
  });
