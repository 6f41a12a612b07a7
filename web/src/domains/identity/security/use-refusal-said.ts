import { useCallback } from "react";
import { Refused } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { say } from "../../../ui/feedback/say.ts";

/** Says over the page why something was refused; what concerns a field stands beside that. */
export function useRefusalSaid(): (error: unknown) => void {
  const serverText = useServerText();
  return useCallback(
    (error: unknown) => {
      if (error instanceof Refused && Object.keys(error.fields).length > 0) return;
      say.error(serverText(error instanceof Refused ? error.message : "Something went wrong"));
    },
    [serverText],
  );
}
