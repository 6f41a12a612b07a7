import { CalendarDays } from "lucide-react";
import { use, useState } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { OnceOpened } from "../../ui/feedback/OnceOpened.tsx";
import { say } from "../../ui/feedback/say.ts";
import { useWords } from "../words.ts";
import { ScreenPartsContext, type ProjectReportsProps } from "./screen-parts.ts";

interface Given extends Pick<ProjectReportsProps, "projects"> {
  /** Hears that the button was pressed while no project was chosen. */
  readonly onNone: () => void;
}

/** The button 'Project report': it opens the reports of the projects that were chosen in a list, which may be none (M175). */
export function ProjectReportPart({ projects, onNone }: Given) {
  const { text } = useWords();
  const parts = use(ScreenPartsContext);
  /** The projects as they were when the button was pressed. */
  const [asked, setAsked] = useState<{ of: Given["projects"]; open: boolean }>({ of: [], open: false });
  if (parts === null) return null;
  const { Part } = parts.projectReports;
  const press = () => {
    if (projects.length > 0) return setAsked({ of: projects, open: true });
    say.warning(text("Please select at least one project."));
    return onNone();
  };
  return (
    <>
      <Button icon={<CalendarDays size={16} aria-hidden />} onClick={press}>
        {text("export.projectReport")}
      </Button>
      <OnceOpened open={asked.open}>
        <Part
          key={asked.of.map(({ project_uid }) => project_uid).join()}
          projects={asked.of}
          open={asked.open}
          close={() => setAsked({ ...asked, open: false })}
        />
      </OnceOpened>
    </>
  );
}
