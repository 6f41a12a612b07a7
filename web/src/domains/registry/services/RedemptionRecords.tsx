import { lazy } from "react";
import { useSearchParams } from "react-router";
import { isGec } from "./service-view.ts";

const Certificates = lazy(async () => ({
  default: (await import("../redemption/RedemptionScreen.tsx")).RedemptionScreen,
}));
const Gec = lazy(async () => ({ default: (await import("../gec/GecScreen.tsx")).GecScreen }));

/** One redemption: of green certificates where the address says so, else of I-REC or TIGR certificates. */
export function RedemptionRecords({ record }: { record: string }) {
  const [search] = useSearchParams();
  return isGec(search) ? <Gec record={record} /> : <Certificates record={record} />;
}
