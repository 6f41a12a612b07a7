import { useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { Drawer } from "../../../ui/controls/Drawer.tsx";
import { TabBar } from "../../../ui/controls/Tabs.tsx";
import { NightHours, type ProjectInfo, TariffSection, useUnsavedGuard } from "../../fleet/index.ts";
import { OutageSection, TermsSection } from "../../kpi/index.ts";

const PANEL = "project-settings-panel";
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
  const turnTo = (key: string) => {
    const next = sections.find((name) => name === key);
    if (next !== undefined && next !== section) go(() => setSection(next));
  };
  const Part = PARTS[section];
  return (
    <Drawer
      open={open}
      onClose={() => go(close)}
      width={640}
      title={t("settings.title")}
      bodyClassName="settings"
      holdsInput
    >
      <TabBar
        label={t("settings.title")}
        tabs={sections.map((key) => ({ key, label: t(key) }))}
        value={section}
        onChange={turnTo}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-label={t(section)}>
        <Part key={section} project={project} onUnsaved={setUnsaved} />
      </div>
      {question}
    </Drawer>
  );
}
