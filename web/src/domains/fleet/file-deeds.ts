import { listFiles, removeFile, type ProjectFile } from "@heliograph/contract/fleet/files";
import { projectWidget } from "@heliograph/contract/performance/widgets";
import { App } from "antd";
import { useCall } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.tsx";
import { say } from "../../ui/messages.tsx";
import { useFileFault, useSaveFile } from "./save-file.ts";
import type { ImageFile } from "./use-image.ts";

/** What a list of files may do with them. */
export interface FileDeeds {
  readonly save: (file: ImageFile) => void;
  /** Asks first; undefined for those who may only look. */
  readonly remove?: (file: ProjectFile) => void;
  /** The file that is on its way; null: none. */
  readonly busy: string | null;
}

/** Saving a file, and deleting it for those who may `change` the project. */
export function useFileDeeds(change: boolean): FileDeeds {
  const t = useText();
  const { modal } = App.useApp();
  const { busy, save } = useSaveFile();
  const failed = useFileFault();
  const removal = useCall(removeFile, [listFiles, projectWidget]);
  const remove = ({ file_uid, name }: ProjectFile) => {
    void modal.confirm({
      title: t("Are you sure?"),
      content: t("files.removeHint", { name }),
      okText: t("Yes"),
      cancelText: t("No"),
      okButtonProps: { danger: true },
      onOk: () =>
        removal.mutateAsync({ query: { file_uid } }).then(() => say.success(t("Successful delete")), failed),
    });
  };
  return { busy, save, ...(change ? { remove } : {}) };
}
