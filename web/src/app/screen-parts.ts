// What the app hands to screens of domains above theirs (platform/screen-parts).
import { lazy, type ComponentType } from "react";
import type { LaterPart, ScreenParts } from "../platform/screen-parts/screen-parts.ts";
import { REPORT_PART_TEXTS } from "./screens.ts";
import { openTexts } from "./texts/load-texts.ts";

/** A part of reports, with their texts. */
function later<Props>(code: () => Promise<ComponentType<Props>>): LaterPart<Props> {
  const load = async () => {
    const [part] = await Promise.all([code(), openTexts(REPORT_PART_TEXTS)]);
    return { default: part };
  };
  return { Part: lazy(load), load };
}

/** The parts of reports that stand on pages of other domains. */
export const screenParts: ScreenParts = {
  exportMenu: later(async () => (await import("../domains/reports/data-export/ExportMenu.tsx")).ExportMenu),
  projectReports: later(
    async () => (await import("../domains/reports/portfolio-report/ProjectReports.tsx")).ProjectReports,
  ),
};
