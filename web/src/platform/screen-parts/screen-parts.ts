// What screens show of domains above theirs, which they must not import: the app, which knows all domains, hands it in.
import type { Answer, Call } from "@heliograph/contract/kernel/endpoint";
import type { makeExport } from "@heliograph/contract/reports/data-export";
import type { plantCertificates } from "@heliograph/contract/registry/plant-certificates/plant-certificates";
import { createContext, type ComponentType } from "react";

/** A menu of the files that what a screen shows can be had as. */
export interface ExportMenuProps {
  /** What the file is of. */
  readonly request: Omit<Call<typeof makeExport>["body"], "format">;
  /** Saves the CSV at once, and says itself what goes wrong; left out: it is made as the others are. */
  readonly csv?: () => Promise<void>;
  readonly disabled?: boolean;
}

/** A window with the reports of projects, one after the other. */
export interface ProjectReportsProps {
  readonly projects: readonly { readonly project_uid: string; readonly name: string }[];
  readonly open: boolean;
  readonly close: () => void;
}

/** What became of a plant's generation, as the plant's page was answered. */
export interface PlantCertificatesProps {
  readonly shown: Answer<typeof plantCertificates>;
}

/** A part whose code and texts come when they are needed: `load` fetches them before it is shown. */
export interface LaterPart<Props> {
  readonly Part: ComponentType<Props>;
  readonly load: () => Promise<unknown>;
}

/** The parts that the app hands in. */
export interface ScreenParts {
  /** Its menu is open at first: it takes the place of a button that was pressed. */
  readonly exportMenu: LaterPart<ExportMenuProps>;
  readonly projectReports: LaterPart<ProjectReportsProps>;
  readonly plantCertificates: LaterPart<PlantCertificatesProps>;
}

/** Null: nothing was handed in, and nothing is shown. */
export const ScreenPartsContext = createContext<ScreenParts | null>(null);
