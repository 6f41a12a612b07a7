import { useCallback } from "react";
import { say } from "../../ui/feedback/say.ts";
import { isOfFields, refusalText } from "../http.ts";
import { useServerText } from "../i18n.tsx";

/** Says over the page why something was refused; what concerns a field stands beside that. */
export function useRefusalSaid(): (error: unknown) => void {
  const serverText = useServerText();
  return useCallback(
    (error: unknown) => {
      if (isOfFields(error)) return;
      say.error(serverText(refusalText(error)));
    },
    [serverText],
  );
}

/** What becomes of a form: its answer is said, and then `done`, which may close its window; why it was refused is said as above. */
export function useOutcome(done?: () => void) {
  const serverText = useServerText();
  const onRefused = useRefusalSaid();
  const onSaved = ({ message }: { readonly message: string }) => {
    say.success(serverText(message));
    done?.();
  };
  return { onSaved, onRefused };
}
