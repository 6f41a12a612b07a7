import { getSeats } from "@heliograph/contract/parties/business-accounts";
import { ask } from "../../platform/api.ts";

/** In what roles the person takes part in the certificate pages. */
export const seatsQuery = () => ({ ...ask(getSeats, {}), staleTime: 60_000 });
