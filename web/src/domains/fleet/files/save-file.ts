import { downloadFile } from "@heliograph/contract/fleet/files";
import { useState } from "react";
import { download } from "../../../platform/download.ts";
import { refusalText } from "../../../platform/http.ts";
import { saveFile } from "../../../platform/save-file.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { say } from "../../../ui/feedback/say.ts";
import type { ImageFile } from "./use-image.ts";

/** Says why something could not be done with a file. */
export function useFileFault(): (error: unknown) => void {
  const serverText = useServerText();
  return (error) => say.error(serverText(refusalText(error)));
}

/** Saving a file of a project; `busy` is the uid of the one that is on its way. */
export function useSaveFile() {
  const failed = useFileFault();
  const [busy, setBusy] = useState<string | null>(null);
  const save = async ({ file_uid, name }: ImageFile) => {
    setBusy(file_uid);
    try {
      saveFile(name, await download(downloadFile, { query: { file_uid } }));
    } catch (error) {
      failed(error);
    } finally {
      setBusy(null);
    }
  };
  return { busy, save: (file: ImageFile) => void save(file) };
}
