import { listFiles, removeFile, type ProjectFile } from "@heliograph/contract/fleet/files";
import { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import { type ReactNode, useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { useFileFault, useSaveFile } from "./save-file.ts";
import type { ImageFile } from "./use-image.ts";

/** What a list of files may do with them. */
export interface FileActions {
  readonly save: (file: ImageFile) => void;
  /** Asks first; undefined for those who may only look. */
  readonly remove?: (file: ProjectFile) => void;
  /** The file that is on its way; null: none. */
  readonly busy: string | null;
}

/** Saving a file, and deleting it for those who may `change` the project. `question` is what is asked first, to be shown. */
export function useFileActions(change: boolean): { actions: FileActions; question: ReactNode } {
  const t = useText();
  const { busy, save } = useSaveFile();
  const failed = useFileFault();
  const removal = useCall(removeFile, [listFiles, projectWidget]);
  const [removing, setRemoving] = useState<ProjectFile | null>(null);
  const question = removing !== null && (
    <Confirm
      title={t("Are you sure?")}
      hint={t("files.removeHint", { name: removing.name })}
      yes={t("Yes")}
      no={t("No")}
      danger
      run={() =>
        removal
          .mutateAsync({ query: { file_uid: removing.file_uid } })
          .then(() => say.success(t("Successful delete")), failed)
      }
      close={() => setRemoving(null)}
    />
  );
  return { actions: { busy, save, ...(change ? { remove: setRemoving } : {}) }, question };
}
