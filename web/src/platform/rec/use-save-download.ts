import type { Call, Endpoint } from "@heliograph/contract/kernel/endpoint";
import { useCallback } from "react";
import { say } from "../../ui/feedback/say.ts";
import { download } from "../download.ts";
import { refusalText } from "../http.ts";
import { useServerText } from "../i18n.tsx";
import { saveFile } from "../save-file.ts";

/** Returns the function that gives a file of the server to the person, under the name; says over the page why it cannot. */
export function useSaveDownload(): <E extends Endpoint>(e: E, args: Call<E>, name: string) => void {
  const serverText = useServerText();
  return useCallback(
    (e, args, name) =>
      void download(e, args).then(
        (content) => saveFile(name, content),
        (error: unknown) => say.error(serverText(refusalText(error))),
      ),
    [serverText],
  );
}
