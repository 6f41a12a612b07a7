// What owners call their gateways and devices.
import { getAlias, listGateways, setAlias } from "@heliograph/contract";
import type { PortalCall } from "./portal.ts";

/** What owners call their gateways and devices, by the plant's key and what the things call themselves. */
const ALIASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "kholanh-longhai": {
    "Gateway 1": "Tủ điện kho A",
    "Gateway 2": "Tủ điện kho B",
    "INV-01": "Kho A, mái đông 1",
    "INV-02": "Kho A, mái đông 2",
    "INV-03": "Kho A, mái tây 1",
    "PM-01": "Công tơ kho A",
  },
  "cold-storage-almond": {
    Gateway: "Switch room",
    "INV-01": "North roof, bay 1",
    "INV-02": "North roof, bay 2",
    "WS-01": "Weather mast",
  },
  "swh-ks-hoasua": { Gateway: "Phòng kỹ thuật tầng mái" },
};

/** Says what the owner calls things, where nobody has named any yet. */
export async function nameThings(call: PortalCall, key: string, project_uid: string): Promise<void> {
  const aliases = ALIASES[key];
  if (aliases === undefined) return;
  const query = { project_uid };
  if (Object.keys(await call(getAlias, { query })).length > 0) return;
  const { items } = await call(listGateways, { query: { project_uid, page: 1, items_page: 100 } });
  const device_list = items.flatMap(({ gateway_uid, devices }) =>
    devices.flatMap(({ device_uid, name }) => {
      const device_alias = aliases[name];
      return device_alias === undefined ? [] : [{ gateway_uid, device_uid, device_alias }];
    }),
  );
  const gateway_list = items.flatMap(({ gateway_uid, name }) => {
    const gateway_alias = aliases[name];
    return gateway_alias === undefined ? [] : [{ gateway_uid, gateway_alias }];
  });
  await call(setAlias, { query, body: { gateway_list, device_list } });
}
