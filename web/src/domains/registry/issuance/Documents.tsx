import { downloadEvidence, type HeldEvidence } from "@heliograph/contract/registry/evidence/evidence";
import { declaredLines, type DeclaredDay } from "@heliograph/contract/registry/issuance/declared-days";
import type { IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import { useRef, useState } from "react";
import { FileInput } from "../../../ui/controls/files/FileInput.tsx";
import { useSaveDownload } from "../../../platform/rec/use-save-download.ts";
import { ShortHash } from "../evidence/EvidenceLine.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { FileDrop } from "../../../ui/records/FileDrop.tsx";
import shared from "../../../platform/rec/record/Record.module.css";
import { DeclareDays } from "./DeclareDays.tsx";
import { useIssuanceWords } from "./issuance-words.ts";
import styles from "./Issuance.module.css";
import { actionOf, DOCUMENTS_ACCEPTED, useDocumentUpload } from "./use-evidence.ts";

interface Of {
  readonly request: IssuanceRecord;
}

/** A document whose days are being stated. */
interface Open {
  readonly document: Pick<HeldEvidence, "evidence_uid" | "name">;
  readonly lines: readonly DeclaredDay[];
}

/** The documents of the request: whoever sees it reads them; its own people add some while it may be changed. */
export function Documents({ request }: Of) {
  const { text } = useIssuanceWords();
  const [open, setOpen] = useState<Open | null>(null);
  const { documents } = request;
  const mayAdd = isChangeable(request);
  if (documents.length === 0 && !mayAdd) return null;
  return (
    <Panel title={text("iss.documents")}>
      <div className={shared.stack}>
        {documents.length > 0 && (
          <ul className={shared.rows} aria-label={text("iss.documents")}>
            {documents.map((one) => (
              <DocumentLine
                key={one.evidence_uid}
                request={request}
                document={one}
                state={() => setOpen({ document: one, lines: [] })}
              />
            ))}
          </ul>
        )}
        {mayAdd && <Add request={request} open={setOpen} />}
      </div>
      {open !== null && (
        <DeclareDays request={request} {...open.document} lines={open.lines} close={() => setOpen(null)} />
      )}
    </Panel>
  );
}

/** Whether the person adds documents now. */
const isChangeable = (request: IssuanceRecord): boolean =>
  actionOf(request, "submit", "resubmit") !== undefined;

function DocumentLine({ request, document, state }: Of & { document: HeldEvidence; state: () => void }) {
  const { text, mwh } = useIssuanceWords();
  const account = useActing();
  const save = useSaveDownload();
  const { evidence_uid, name, sha256 } = document;
  const days = request.declared.filter((one) => one.evidence_uid === evidence_uid);
  const wh = days.reduce((sum, one) => sum + one.wh, 0);
  return (
    <li>
      <div>
        <Button
          size="small"
          type="text"
          onClick={() => save(downloadEvidence, { query: { ...actingAs(account), evidence_uid } }, name)}
        >
          {name}
        </Button>
        <small>
          {days.length === 0
            ? text("iss.statesNothing")
            : text("iss.statesDays", { n: days.length, mwh: mwh(wh) })}
        </small>
        <ShortHash sha256={sha256} />
      </div>
      {actionOf(request, "declare", "amend_evidence") !== undefined && (
        <Button size="small" aria-label={text("iss.statesOf", { name })} onClick={state}>
          {text("iss.statesEdit")}
        </Button>
      )}
    </li>
  );
}

function Add({ request, open }: Of & { open: (open: Open) => void }) {
  const { text } = useIssuanceWords();
  const { take, busy } = useTaken(request, open);
  return (
    <FileDrop
      label={text("iss.fileField")}
      hint={text("iss.fileDrop")}
      choose={text("iss.fileChoose")}
      accept={DOCUMENTS_ACCEPTED}
      busy={busy}
      fault={null}
      take={take}
    />
  );
}

/** Returns what takes a file in and then asks which energy it states; a CSV file of days and kWh says so itself. */
function useTaken(request: IssuanceRecord, open: (open: Open) => void) {
  const { upload, busy } = useDocumentUpload(request);
  const take = ([file]: readonly File[]) => {
    if (file === undefined) return;
    void (async () => {
      const lines = file.name.toLowerCase().endsWith(".csv") ? linesOf(await file.text(), request) : [];
      const document = await upload(file);
      if (document !== undefined && actionOf(request, "declare", "amend_evidence") !== undefined) {
        open({ document, lines });
      }
    })();
  };
  return { take, busy };
}

/** The days that the file states; none where it is of another form. */
function linesOf(contents: string, period: IssuanceRecord): readonly DeclaredDay[] {
  const read = declaredLines(contents, period);
  return "days" in read ? read.days : [];
}

/** The way out of days that need evidence: a document, and what it states of them. */
export function WayByDocument({ request }: Of) {
  const { text } = useIssuanceWords();
  const [open, setOpen] = useState<Open | null>(null);
  const { take, busy } = useTaken(request, setOpen);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput ref={input} label={text("iss.wayFile")} accept={DOCUMENTS_ACCEPTED} hidden take={take} />
      <Button loading={busy} onClick={() => input.current?.click()}>
        {text("iss.wayFile")}
      </Button>
      <p className={styles.unit}>{text("iss.wayFileHint")}</p>
      {open !== null && (
        <DeclareDays request={request} {...open.document} lines={open.lines} close={() => setOpen(null)} />
      )}
    </>
  );
}
