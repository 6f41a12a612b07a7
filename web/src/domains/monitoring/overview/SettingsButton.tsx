import { Settings2 } from "lucide-react";
import { lazy, useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { OnceOpened } from "../../../ui/feedback/OnceOpened.tsx";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import plain from "../../../ui/controls/PlainButton.module.css";

const ProjectSettings = lazy(async () => ({
  default: (await import("./ProjectSettings.tsx")).ProjectSettings,
}));

/** Opens the settings of a project, for those who may change it. */
export function SettingsButton({ project }: { project: ProjectInfo }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${plain.icon} ${plain.bare}`}
        aria-label={t("settings.title")}
        title={t("settings.title")}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Settings2 size={17} aria-hidden />
      </button>
      <OnceOpened open={open}>
        <ProjectSettings project={project} open={open} close={() => setOpen(false)} />
      </OnceOpened>
    </>
  );
}
