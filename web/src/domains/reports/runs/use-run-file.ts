// A file that is being made and is saved when it is there.
import { isOpenRun, runDetails, runFileOf, type ReportRun } from "@heliograph/contract/reports/runs";
import { useState } from "react";
import { call } from "../../../platform/call.ts";
import { download } from "../../../platform/download.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { saveFile } from "../../../platform/save-file.ts";
import { say } from "../../../ui/feedback/say.ts";

const AGAIN_MS = 1000;

/** Saves the file of the run under its name. Throws Refused. */
async function saveRunFile(run: ReportRun): Promise<void> {
  saveFile(run.file?.name ?? run.title, await download(runFileOf, { query: { run_uid: run.run_uid } }));
}

/** Waits until the run is over. Throws Refused. */
async function ended(run_uid: string): Promise<ReportRun> {
  for (;;) {
    const run = await call(runDetails, { query: { run_uid } });
    if (!isOpenRun(run)) return run;
    await new Promise((resolve) => {
      setTimeout(resolve, AGAIN_MS);
    });
  }
}

/** Saves files of runs, those that are not made yet as soon as they are. What goes wrong is said. */
export function useRunFile(): {
  readonly waits: boolean;
  readonly await: (run_uid: string) => void;
  readonly save: (run: ReportRun) => void;
} {
  const serverText = useServerText();
  const [waiting, setWaiting] = useState(0);
  const during = async (work: () => Promise<void>) => {
    setWaiting((n) => n + 1);
    try {
      await work();
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
    setWaiting((n) => n - 1);
  };
  return {
    waits: waiting > 0,
    save: (run) => void during(() => saveRunFile(run)),
    await: (run_uid) =>
      void during(async () => {
        const run = await ended(run_uid);
        if (run.error !== null) say.error(serverText(run.error.message));
        else if (run.file !== null) await saveRunFile(run);
      }),
  };
}
