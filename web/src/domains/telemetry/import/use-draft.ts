// The import that is not begun: its files, what is said of them, and its dry run, which begins by itself.
import {
  IMPORT_LIMITS,
  type ImportDraft,
  type ImportWish,
} from "@heliograph/contract/telemetry/import/import-shapes";
import {
  listImports,
  readImport,
  removeImportFile,
  startImport,
  tryImport,
  uploadImportFile,
  wishImport,
} from "@heliograph/contract/telemetry/import/imports";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { refusalText, Refused } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { draftQuery } from "./import-queries.ts";

/** The dry run is looked at so often, ms. */
const LOOK_MS = 700;

/** What a person does with the import that is not begun. */
export interface DraftActions {
  /** Which file is on its way, in words; null: none is. */
  readonly sending: string | null;
  readonly upload: (files: readonly File[]) => Promise<void>;
  readonly remove: (file_uid: string) => void;
  readonly wish: (wish: ImportWish) => void;
  /** Does the dry run again, as something besides files and words has changed. */
  readonly retry: () => void;
  readonly start: () => void;
  readonly starting: boolean;
}

/** The draft of that uid (null: none yet), and what can be done with it. */
export function useDraft(uid: string, import_uid: string | null) {
  const query = useQuery({
    ...draftQuery(import_uid ?? ""),
    enabled: import_uid !== null,
    refetchInterval: ({ state }) => (state.data?.state === "trying" ? LOOK_MS : false),
  });
  const draft = import_uid === null ? undefined : query.data;
  const fault = useFault();
  const trial = useCall(tryImport, [readImport]);
  const { mutate } = trial;
  useTrial(
    draft,
    useCallback(
      (draftUid: string) => mutate({ query: { import_uid: draftUid } }, { onError: fault }),
      [mutate, fault],
    ),
  );
  const removal = useCall(removeImportFile, [readImport, listImports]);
  const wishing = useCall(wishImport, [readImport]);
  const starting = useCall(startImport, [listImports, readImport]);
  const { sending, upload } = useUpload(uid, import_uid);
  const of = { import_uid: import_uid ?? "" };
  const actions: DraftActions = {
    sending,
    upload,
    remove: (file_uid) => removal.mutate({ query: { ...of, file_uid } }, { onError: fault }),
    wish: (body) => wishing.mutate({ query: of, body }, { onError: fault }),
    retry: () => mutate({ query: of }, { onError: fault }),
    start: () => starting.mutate({ query: of }, { onError: fault }),
    starting: starting.isPending,
  };
  return { query, draft, actions };
}

/** Says what was refused. */
export function useFault(): (error: Error) => void {
  const serverText = useServerText();
  return useCallback(
    (error: Error) =>
      say.error({
        content: serverText(refusalText(error)),
        duration: 6,
      }),
    [serverText],
  );
}

/** Begins the dry run once all files can be read, for each state of the files and words once. */
function useTrial(draft: ImportDraft | undefined, begin: (import_uid: string) => void): void {
  const begun = useRef("");
  const ready =
    draft?.state === "draft" &&
    draft.previews.length > 0 &&
    draft.previews.every(({ fault }) => fault === null);
  const key = ready ? JSON.stringify([draft.import_uid, draft.files, draft.wish]) : "";
  const import_uid = draft?.import_uid;
  useEffect(() => {
    if (key === "" || import_uid === undefined || begun.current === key) return;
    begun.current = key;
    begin(import_uid);
  }, [key, import_uid, begin]);
}

/** Sends files one after the other into the import that is not begun, or a new one. */
function useUpload(uid: string, import_uid: string | null) {
  const t = useText();
  const serverText = useServerText();
  const [sending, setSending] = useState<string | null>(null);
  const sender = useCall(uploadImportFile, [listImports, readImport]);
  const upload = async (files: readonly File[]) => {
    let into = import_uid ?? undefined;
    for (const [at, file] of files.entries()) {
      setSending(t("import.sending", { a: at + 1, n: files.length, name: file.name }));
      try {
        if (file.size > IMPORT_LIMITS.bytes) {
          throw new Refused({ status: 413, code: "file.too_large", message: "A file may have 100 MB" });
        }
        const query = {
          project_uid: uid,
          name: file.name,
          ...(into === undefined ? {} : { import_uid: into }),
        };
        ({ import_uid: into } = await sender.mutateAsync({ query, body: file }));
      } catch (error) {
        const why = serverText(refusalText(error));
        say.error({ content: `${file.name}: ${why}`, duration: 6 });
      }
    }
    setSending(null);
  };
  return { sending, upload };
}
