// Why something was refused, as the certificate pages say it: each rule with its code.
import { useCallback } from "react";
import { isOfFields, Refused, refusalText } from "../http.ts";
import { useGuardText, useServerText } from "../i18n.tsx";
import { say } from "../../ui/feedback/say.ts";

/** Returns the function that writes a refusal: all rules that were broken, each with its code, or what else the server says. */
export function useGuardLines(): (error: unknown) => string {
  const guardText = useGuardText();
  const serverText = useServerText();
  return useCallback(
    (error) =>
      error instanceof Refused && error.errors.length > 0
        ? error.errors.map(guardText).join(" · ")
        : serverText(refusalText(error)),
    [guardText, serverText],
  );
}

/** Returns the function that says over the page why something was refused. */
export function useGuardRefusal(): (error: unknown) => void {
  const lines = useGuardLines();
  return useCallback((error) => say.error(lines(error)), [lines]);
}

/** As `useGuardRefusal`, for forms: what concerns a field stands beside it. */
export function useFormGuards(): (error: unknown) => void {
  const refused = useGuardRefusal();
  return useCallback(
    (error) => {
      if (!isOfFields(error)) refused(error);
    },
    [refused],
  );
}
