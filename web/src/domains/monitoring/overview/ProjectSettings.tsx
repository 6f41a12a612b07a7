import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { Drawer } from "../../../ui/controls/Drawer.tsx";
import { Tabs } from "../../../ui/controls/Tabs.tsx";
import { NightHours, TariffSection, useUnsavedGuard } from "../../fleet/index.ts";
import styles from "./ProjectSettings.module.css";
import { OutageSection, TermsSection } from "../../kpi/index.ts";

const SECTIONS = ["settings.contract", "settings.tariff", "settings.outages", "night.title"] as const;
type Section = (typeof SECTIONS)[number];

const PARTS = {
  "settings.contract": TermsSection,
  "settings.tariff": TariffSection,
  "settings.outages": OutageSection,
  "night.title": NightHours,
} as const;

/**
 * What a project is judged and priced by, and when it sleeps, in a drawer. Hot-water projects have neither guarantee
 * nor tariff nor availability (M29).
 */
export function ProjectSettings(given: { project: ProjectInfo; open: boolean; close: () => void }) {
  const { project, open, close } = given;
  const t = useText();
  const sections = SECTIONS.filter((key) => key === "night.title" || project.project_type === "pv");
  const [section, setSection] = useState<Section>(sections[0] ?? "night.title");
  const [unsaved, setUnsaved] = useState(false);
  const { guarded, question } = useUnsavedGuard(unsaved && open);
  const go = (then: () => void) =>
    guarded(() => {
      setUnsaved(false);
      then();
    });
  const turnTo = (next: Section) => go(() => setSection(next));
  const Part = PARTS[section];
  return (
    <Drawer
      open={open}
      onClose={() => go(close)}
      width={640}
      title={t("settings.title")}
      holdsInput={unsaved}
    >
      <Tabs
        label={t("settings.title")}
        tabs={sections.map((key) => ({ key, label: t(key) }))}
        value={section}
        onChange={turnTo}
        // A section asks the server, and the one before it may hold what is not saved.
        activateOnFocus={false}
        panelClassName={styles.panel ?? ""}
      >
        <Part key={section} project={project} onUnsaved={setUnsaved} />
      </Tabs>
      {question}
    </Drawer>
  );
}
