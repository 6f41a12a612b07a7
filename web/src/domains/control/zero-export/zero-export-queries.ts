// What the panel of zero export asks of the server.
import { isOpenCommand } from "@heliograph/contract/control/commands";
import { zeroExportGateways, type ZeroExportGateway } from "@heliograph/contract/control/zero-export";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";

/** While something is on its way the panel asks this often, else as the second says, ms. */
const [SOON_MS, LATER_MS] = [2000, 15_000];

/** True while the gateway is told something that nobody has seen the end of. */
export const isMoving = ({ command, gateway_data, drill }: ZeroExportGateway): boolean =>
  drill?.result === "asked" ||
  (command !== null && isOpenCommand(command.state) && command.status !== gateway_data.nze_status);

/** Zero export of the project's gateways. */
export const useZeroExport = (project_uid: string) =>
  useQuery({
    ...ask(zeroExportGateways, { query: { project_uid } }),
    refetchInterval: ({ state }) => (state.data?.gateways.some(isMoving) === true ? SOON_MS : LATER_MS),
  });
