// What screens show of domains above theirs, which they must not import: the app, which knows all domains, hands it in.
import type { Call } from "@heliograph/contract/kernel/endpoint";
import type { makeExport } from "@heliograph/contract/reports/data-export";
import { createContext, type ComponentType } from "react";

/** A menu of the files that what a screen shows can be had as. */
export interface ExportMenuProps {
  /** What the file is of. */
  readonly request: Omit<Call<typeof makeExport>["body"], "format">;
  /** Saves the CSV at once, and says itself what goes wrong; left out: it is made as the others are. */
  readonly csv?: () => Promise<void>;
  readonly disabled?: boolean;
}

/** A button that opens the reports of the projects that were chosen in a list, which may be none (M175). */
export interface ProjectReportProps {
  readonly projects: readonly { readonly project_uid: string; readonly name: string }[];
  /** Hears that it was pressed while none was chosen. */
  readonly onNone: () => void;
}

/** The parts, each with its code and texts when it is first shown. */
export interface ScreenParts {
  readonly ExportMenu: ComponentType<ExportMenuProps>;
  readonly ProjectReport: ComponentType<ProjectReportProps>;
}

/** Null: nothing was handed in, and nothing is shown. */
export const ScreenPartsContext = createContext<ScreenParts | null>(null);
