import { lazy, Suspense } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { useActing, useRecView } from "../../../platform/rec/acting.ts";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { isGec, isOfCalls } from "./service-view.ts";

const Certificates = lazy(async () => ({
  default: (await import("../redemption/RedemptionPanel.tsx")).RedemptionPanel,
}));
const Gec = lazy(async () => ({ default: (await import("../gec/GecPanel.tsx")).GecPanel }));
const Calls = lazy(async () => ({ default: (await import("../calls/CallsPanel.tsx")).CallsPanel }));

/** The tab REC Redemption with its two sub-tabs (C62): each has states and pages of its own. Issuers and operators have calls to other registries beside them. */
export function RedemptionPanels() {
  const t = useText();
  const { search, change } = useRecView();
  const decides = useActing() === undefined;
  const sub = isGec(search) ? "gec" : decides && isOfCalls(search) ? "calls" : "irec_tigr";
  return (
    <>
      <div className={page.toolbar}>
        <Segmented
          label={t("REC Redemption")}
          value={sub}
          options={[
            { value: "irec_tigr", label: t("gec.irecTigr") },
            { value: "gec", label: t("gec.table") },
            ...(decides ? [{ value: "calls" as const, label: t("calls.calls") }] : []),
          ]}
          onChange={(next) =>
            change({
              sub: next === "irec_tigr" ? undefined : next,
              status: undefined,
              page: undefined,
              q: undefined,
              sort: undefined,
            })
          }
        />
      </div>
      <Suspense fallback={<Skeleton width="100%" height={320} />}>
        {sub === "gec" ? <Gec /> : sub === "calls" ? <Calls /> : <Certificates />}
      </Suspense>
    </>
  );
}
