import { downloadEvidence, type HeldEvidence } from "@heliograph/contract/registry/evidence/evidence";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import shared from "../../../platform/rec/record/Record.module.css";
import { useSaveDownload } from "../../../platform/rec/use-save-download.ts";
import { Button } from "../../../ui/controls/Button.tsx";

/** A file that was given as evidence: its name, its kind where that is said, when it came, its hash, and how to read it. */
export function EvidenceLine({ file, kind, view }: { file: HeldEvidence; kind?: string; view: string }) {
  const account = useActing();
  const save = useSaveDownload();
  const { evidence_uid, name, sha256, at } = file;
  return (
    <li>
      <div>
        {name}
        <small>
          {kind !== undefined && `${kind} · `}
          {gmt8(at)}
        </small>
        <ShortHash sha256={sha256} />
      </div>
      <Button
        size="small"
        type="text"
        onClick={() => save(downloadEvidence, { query: { ...actingAs(account), evidence_uid } }, name)}
      >
        {view}
      </Button>
    </li>
  );
}

/** The hash of a file by its ends; whole for those who point at it. */
export const ShortHash = ({ sha256 }: { sha256: string }) => (
  <small className={shared.hash} title={sha256}>
    sha256 {sha256.slice(0, 8)}…{sha256.slice(-8)}
  </small>
);
