// What the app hands to screens of domains above theirs (platform/screen-parts).
import { lazy, type ComponentType } from "react";
import type { LaterPart, ScreenParts } from "../platform/screen-parts/screen-parts.ts";
import { CERTIFICATE_PART_TEXTS, REPORT_PART_TEXTS } from "./screens.ts";
import { openTexts } from "./texts/load-texts.ts";

/** A part with the texts of its folders. */
function later<Props>(texts: readonly string[], code: () => Promise<ComponentType<Props>>): LaterPart<Props> {
  const load = async () => {
    const [part] = await Promise.all([code(), openTexts(texts)]);
    return { default: part };
  };
  return { Part: lazy(load), load };
}

/** The parts that stand on pages of other domains. */
export const screenParts: ScreenParts = {
  exportMenu: later(
    REPORT_PART_TEXTS,
    async () => (await import("../domains/reports/data-export/ExportMenu.tsx")).ExportMenu,
  ),
  projectReports: later(
    REPORT_PART_TEXTS,
    async () => (await import("../domains/reports/portfolio-report/ProjectReports.tsx")).ProjectReports,
  ),
  plantCertificates: later(
    CERTIFICATE_PART_TEXTS,
    async () =>
      (await import("../domains/registry/plant-certificates/PlantCertificates.tsx")).PlantCertificates,
  ),
};
