import { downloadFile, listFiles, removeFile, type ProjectFile } from "@heliograph/contract/fleet/files";
import { projectWidget } from "@heliograph/contract/performance/widgets";
import { App } from "antd";
import { useState } from "react";
import { useCall } from "../../platform/api.ts";
import { download, saveBlob } from "../../platform/download.ts";
import { Refused } from "../../platform/http.ts";
import { useSaid, useText } from "../../platform/i18n.tsx";

/** What a list of files may do with them. */
export interface FileDeeds {
  readonly save: (file: ProjectFile) => void;
  /** Asks first; undefined for those who may only look. */
  readonly remove?: (file: ProjectFile) => void;
  /** The file that is on its way; null: none. */
  readonly busy: string | null;
}

/** Saving a file, and deleting it for those who may `change` the project. */
export function useFileDeeds(change: boolean): FileDeeds {
  const t = useText();
  const said = useSaid();
  const { message, modal } = App.useApp();
  const [busy, setBusy] = useState<string | null>(null);
  const removal = useCall(removeFile, [listFiles, projectWidget]);
  const failed = (error: unknown) =>
    void message.error(said(error instanceof Refused ? error.message : "Something went wrong"));
  const save = async ({ file_uid, name }: ProjectFile) => {
    setBusy(file_uid);
    try {
      saveBlob(name, await download(downloadFile, { query: { file_uid } }));
    } catch (error) {
      failed(error);
    } finally {
      setBusy(null);
    }
  };
  const remove = ({ file_uid, name }: ProjectFile) => {
    void modal.confirm({
      title: t("Are you sure?"),
      content: t("files.removeHint", { name }),
      okText: t("Yes"),
      cancelText: t("No"),
      okButtonProps: { danger: true },
      onOk: () =>
        removal
          .mutateAsync({ query: { file_uid } })
          .then(() => void message.success(t("Successful delete")), failed),
    });
  };
  return { busy, save: (file) => void save(file), ...(change ? { remove } : {}) };
}
