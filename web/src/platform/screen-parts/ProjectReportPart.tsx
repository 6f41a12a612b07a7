import { CalendarDays } from "lucide-react";
import { Suspense, use } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { useWords } from "../words.ts";
import { ScreenPartsContext, type ProjectReportProps } from "./screen-parts.ts";

/** The button 'Project report'; it stands there while its code is on the way. */
export function ProjectReportPart(given: ProjectReportProps) {
  const { text } = useWords();
  const parts = use(ScreenPartsContext);
  if (parts === null) return null;
  return (
    <Suspense
      fallback={
        <Button icon={<CalendarDays size={16} aria-hidden />} disabled>
          {text("export.projectReport")}
        </Button>
      }
    >
      <parts.ProjectReport {...given} />
    </Suspense>
  );
}
