// What each tab of Register services shows. A kind of record names its screens here; its texts go into screens.ts (recServices).
import type { Service } from "@heliograph/contract/registry/services";
import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import type { TextKey } from "../../../app/texts/keys.ts";

/** A screen that is loaded when it is first shown: `lazy(async () => ({ default: (await import("…")).X }))`. */
type Later<Props> = LazyExoticComponent<ComponentType<Props>>;

/** One kind of record of the registry. */
interface ServiceTab {
  readonly label: TextKey;
  /** What the button says that begins a new one (C57). */
  readonly action: TextKey;
  /** Below the tab: its table with its own tabs of states; null: not there yet. */
  readonly Panel: Later<object> | null;
  /** The page of one record, `?tab=…&record=<uid>`, with its own h1; "new" is the form of one that begins. Null: not there yet. */
  readonly Record: Later<{ record: string }> | null;
}

export const SERVICE_TABS: Readonly<Record<Service, ServiceTab>> = {
  devices: {
    label: "Device Registration",
    action: "Register device",
    Panel: lazy(async () => ({
      default: (await import("../devices/list/RegistrationPanel.tsx")).RegistrationPanel,
    })),
    Record: lazy(async () => ({
      default: (await import("../devices/RegistrationRecord.tsx")).RegistrationRecord,
    })),
  },
  issuance: {
    label: "REC Issuance",
    action: "Issue REC",
    Panel: lazy(async () => ({ default: (await import("../issuance/IssuancePanel.tsx")).IssuancePanel })),
    Record: lazy(async () => ({ default: (await import("../issuance/IssuanceScreen.tsx")).IssuanceScreen })),
  },
  imports: {
    label: "REC Imports",
    action: "Import REC",
    Panel: lazy(async () => ({ default: (await import("../imports/ImportsPanel.tsx")).ImportsPanel })),
    Record: lazy(async () => ({ default: (await import("../imports/RecImportRecord.tsx")).RecImportRecord })),
  },
  redemption: {
    label: "REC Redemption",
    action: "Redeem REC",
    Panel: lazy(async () => ({ default: (await import("./RedemptionPanels.tsx")).RedemptionPanels })),
    Record: lazy(async () => ({ default: (await import("./RedemptionRecords.tsx")).RedemptionRecords })),
  },
};
