import { lazy, Suspense } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { useRecView } from "../../../platform/rec/acting.ts";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { isGec } from "./service-view.ts";

const Certificates = lazy(async () => ({
  default: (await import("../redemption/RedemptionPanel.tsx")).RedemptionPanel,
}));
const Gec = lazy(async () => ({ default: (await import("../gec/GecPanel.tsx")).GecPanel }));

/** The tab REC Redemption with its two sub-tabs (C62): each has states and pages of its own. */
export function RedemptionPanels() {
  const t = useText();
  const { search, change } = useRecView();
  const sub = isGec(search) ? "gec" : "irec_tigr";
  return (
    <>
      <div className={page.toolbar}>
        <Segmented
          label={t("REC Redemption")}
          value={sub}
          options={[
            { value: "irec_tigr", label: t("gec.irecTigr") },
            { value: "gec", label: t("gec.table") },
          ]}
          onChange={(next) =>
            change({
              sub: next === "gec" ? "gec" : undefined,
              status: undefined,
              page: undefined,
              q: undefined,
              sort: undefined,
            })
          }
        />
      </div>
      <Suspense fallback={<Skeleton width="100%" height={320} />}>
        {sub === "gec" ? <Gec /> : <Certificates />}
      </Suspense>
    </>
  );
}
