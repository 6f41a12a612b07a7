import { Refused } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { say } from "../../../ui/feedback/say.ts";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";

/** What a part of the settings is given. */
export interface SectionProps {
  readonly project: ProjectInfo;
}

/**
 * Says over the page what became of a change of the settings: what was done, or why it was refused, with the fields and their
 * rules. `done` is called once it is done.
 */
export function useSaveMessages(done?: () => void) {
  const serverText = useServerText();
  return {
    onSaved: (answer: { readonly message: string }) => {
      say.success(serverText(answer.message));
      done?.();
    },
    onRefused: (error: unknown) => {
      const refused = error instanceof Refused ? error : null;
      const fields = Object.entries(refused?.fields ?? {}).map(
        ([field, rule]) => `${field.replace(/^body\./, "")}: ${serverText(rule)}`,
      );
      const message = serverText(refused?.message ?? "Something went wrong");
      say.error({ content: [message, ...fields].join(" · ") });
    },
  };
}
