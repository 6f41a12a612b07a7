import { lazy } from "react";
import { useSearchParams } from "react-router";
import { isGec, isOfCalls } from "./service-view.ts";

const Certificates = lazy(async () => ({
  default: (await import("../redemption/RedemptionScreen.tsx")).RedemptionScreen,
}));
const Gec = lazy(async () => ({ default: (await import("../gec/GecScreen.tsx")).GecScreen }));
const Call = lazy(async () => ({ default: (await import("../calls/CallScreen.tsx")).CallScreen }));

/** One call to another registry, or one redemption: of green certificates where the address says so, else of I-REC or TIGR certificates. */
export function RedemptionRecords({ record }: { record: string }) {
  const [search] = useSearchParams();
  if (isOfCalls(search)) return <Call record={record} />;
  return isGec(search) ? <Gec record={record} /> : <Certificates record={record} />;
}
