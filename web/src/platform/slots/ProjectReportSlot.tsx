import { CalendarDays } from "lucide-react";
import { Suspense, use } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { useWords } from "../words.ts";
import { SlotsContext, type ProjectReportProps } from "./slots.ts";

/** The button 'Project report'; it stands there while its code is on the way. */
export function ProjectReportSlot(given: ProjectReportProps) {
  const { text } = useWords();
  const slots = use(SlotsContext);
  if (slots === null) return null;
  return (
    <Suspense
      fallback={
        <Button icon={<CalendarDays size={16} aria-hidden />} disabled>
          {text("export.projectReport")}
        </Button>
      }
    >
      <slots.ProjectReport {...given} />
    </Suspense>
  );
}
