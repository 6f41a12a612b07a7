// What the app hands to screens of domains above theirs (platform/screen-parts).
import { lazy } from "react";
import type { ScreenParts } from "../platform/screen-parts/screen-parts.ts";
import { REPORT_PART_TEXTS } from "./screens.ts";
import { openTexts } from "./texts/load-texts.ts";

/** The parts of reports that stand on pages of other domains, with their texts. */
export const screenParts: ScreenParts = {
  ExportMenu: lazy(async () => {
    const [{ ExportMenu }] = await Promise.all([
      import("../domains/reports/data-export/ExportMenu.tsx"),
      openTexts(REPORT_PART_TEXTS),
    ]);
    return { default: ExportMenu };
  }),
  ProjectReport: lazy(async () => {
    const [{ ProjectReportButton }] = await Promise.all([
      import("../domains/reports/portfolio-report/ProjectReportButton.tsx"),
      openTexts(REPORT_PART_TEXTS),
    ]);
    return { default: ProjectReportButton };
  }),
};
