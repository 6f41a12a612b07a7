import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { useState, type ReactNode } from "react";
import { FormDrawer } from "../../../platform/form/FormDrawer.tsx";
import { useGuarded } from "../../../platform/form/unsaved.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Tabs } from "../../../ui/controls/Tabs.tsx";
import { NightHours, TariffSection } from "../../fleet/index.ts";
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
  const Part = PARTS[section];
  return (
    <FormDrawer open={open} onClose={close} width={640} title={t("settings.title")}>
      <Sections sections={sections} section={section} turnTo={setSection}>
        <Part key={section} project={project} />
      </Sections>
    </FormDrawer>
  );
}

/** The sections as tabs; one whose form is not saved is not left without a question. */
function Sections(given: {
  sections: readonly Section[];
  section: Section;
  turnTo: (section: Section) => void;
  children: ReactNode;
}) {
  const { sections, section, turnTo, children } = given;
  const t = useText();
  const guarded = useGuarded();
  return (
    <Tabs
      label={t("settings.title")}
      tabs={sections.map((key) => ({ key, label: t(key) }))}
      value={section}
      onChange={(next) => guarded(() => turnTo(next))}
      // A section asks the server, and the one before it may hold what is not saved.
      activateOnFocus={false}
      panelClassName={styles.panel ?? ""}
    >
      {children}
    </Tabs>
  );
}
