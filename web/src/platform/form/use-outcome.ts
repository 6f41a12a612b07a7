import { useCallback } from "react";
import { isOfFields, refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { say } from "../../../ui/feedback/say.ts";

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
