// The panels of /control and their order. Each takes the project that is open, and asks for its own data.
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import type { ComponentType } from "react";
import { CommandLife } from "./commands/CommandLife.tsx";
import { LastCommandsPanel } from "./commands/LastCommandsPanel.tsx";
import { SchedulesPanel } from "./schedules/SchedulesPanel.tsx";
import { ZeroExportPanel } from "./zero-export/ZeroExportPanel.tsx";

/** A panel of the screen. */
interface ControlPanel {
  readonly id: string;
  readonly Panel: ComponentType<{ project: ProjectInfo }>;
  /** Its place on a phone, where all stand in one column: what is, then what was, then what will be. */
  readonly onPhone: number;
}

interface ControlPanels {
  /** Beside the title. */
  readonly head: readonly Omit<ControlPanel, "onPhone">[];
  /** In the middle, from above: zero export, schedules, last commands. */
  readonly main: readonly ControlPanel[];
  /** At the right: the life of the chosen command. */
  readonly side: readonly ControlPanel[];
}

/** What /control shows of a project. */
export const controlPanels: ControlPanels = {
  head: [],
  main: [
    { id: "zero-export", Panel: ZeroExportPanel, onPhone: 1 },
    { id: "schedules", Panel: SchedulesPanel, onPhone: 4 },
    { id: "commands", Panel: LastCommandsPanel, onPhone: 3 },
  ],
  side: [{ id: "life", Panel: CommandLife, onPhone: 2 }],
};
