import { listGateways } from "@heliograph/contract/fleet/gateways";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../../platform/call.ts";

/** A gateway and its devices as those who may see the project are told. */
export type OwnGateway = Answer<typeof listGateways>["items"][number];
export type OwnDevice = OwnGateway["devices"][number];

/** The greatest page that the call gives. */
const PAGE = 100;

/** Every gateway of the project with its devices, however many pages they fill: an array, oldest first. */
export const gatewaysQuery = (uid: string) =>
  queryOptions({
    queryKey: [listGateways.name, "all", uid] as const,
    queryFn: async ({ signal }) => {
      const items = [];
      for (let page = 1, total = 1; (page - 1) * PAGE < total; page += 1) {
        const query = { project_uid: uid, page, items_page: PAGE };
        const answer = await call(listGateways, { query }, signal);
        items.push(...answer.items);
        total = answer.total_items;
      }
      return items;
    },
  });

/** The answer of gatewaysQuery. */
export const useGateways = (uid: string) => useQuery(gatewaysQuery(uid));
