import {
  isBeingMade,
  makeNzeProof,
  nzeProofFile,
  nzeProofs,
  type NzeProof,
} from "@heliograph/contract/control/compliance";
import { CircleCheck, Download, FileCheck2, LoaderCircle, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { download } from "../../../platform/download.ts";
import { refusalText } from "../../../platform/http.ts";
import { useLang, useServerText } from "../../../platform/i18n.tsx";
import { saveFile } from "../../../platform/save-file.ts";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { LoadFailed } from "../../fleet/index.ts";
import { useProofs, type ComplianceMonth } from "./compliance-queries.ts";
import styles from "./Compliance.module.css";

/** The signed PDF of the month and its CSV by minute, in the language of the page. */
export function ProofPanel({ gateway_uid, data }: { gateway_uid: string; data: ComplianceMonth }) {
  const { text } = useWords();
  return (
    <Panel title={text("compliance.proof")}>
      {data.days.length === 0 ? (
        <PanelNote text={text("compliance.proof.noDays")} />
      ) : (
        <Proof gateway_uid={gateway_uid} data={data} />
      )}
    </Panel>
  );
}

function Proof({ gateway_uid, data }: { gateway_uid: string; data: ComplianceMonth }) {
  const words = useWords();
  const { text } = words;
  const serverText = useServerText();
  const lang = useLang();
  const query = useProofs(gateway_uid, data.month);
  const make = useCall(makeNzeProof, [nzeProofs]);
  if (query.data === undefined) {
    return query.isError ? (
      <LoadFailed hint={serverText(query.error.message)} retry={() => void query.refetch()} />
    ) : (
      <Skeleton width="100%" height={180} />
    );
  }
  const proof = query.data.items.find((one) => one.lang === lang);
  const ask = () =>
    make.mutate(
      { body: { gateway_uid, month: data.month, lang } },
      {
        onError: (error) => say.error(serverText(refusalText(error))),
      },
    );
  const making = make.isPending || (proof !== undefined && isBeingMade(proof.state));
  const isGood = proof?.is_valid === true;
  return (
    <div className={styles.proof}>
      <Cover proof={proof} data={data} />
      {making && proof !== undefined && <Progress state={proof.state} />}
      {!making && proof?.state === "failed" && <Fault text={text("compliance.proof.failed")} />}
      {proof?.is_valid === false && <Fault text={text("compliance.proof.notValid")} />}
      {isGood && <Valid proof={proof} fingerprint={query.data.fingerprint} timezone={data.timezone} />}
      {isGood && !proof.is_current && !making && (
        <p className={styles.fine}>{text("compliance.proof.changed")}</p>
      )}
      {isGood && <Files proof={proof} />}
      {!making && (!isGood || !proof.is_current) && (
        <Button
          type={isGood ? "default" : "primary"}
          icon={<FileCheck2 size={16} aria-hidden />}
          loading={make.isPending}
          onClick={ask}
        >
          {text(proof === undefined ? "compliance.proof.make" : "compliance.proof.again")}
        </Button>
      )}
    </div>
  );
}

/** What the proof is of, and what is in it. */
function Cover({ proof, data }: { proof: NzeProof | undefined; data: ComplianceMonth }) {
  const { text, format } = useWords();
  const from = proof?.from_day ?? data.days[0]?.day ?? null;
  const to = proof?.to_day ?? data.days.at(-1)?.day ?? null;
  const { pages = null, minutes = null } = proof ?? {};
  return (
    <div className={styles.cover}>
      <FileCheck2 size={28} strokeWidth={1.5} aria-hidden />
      <div>
        <b>{text("compliance.proof.of", { from: format.day(from), to: format.day(to) })}</b>
        <p>
          {pages === null || minutes === null
            ? text("compliance.proof.holds")
            : text("compliance.proof.made", { pages, minutes: format.number(minutes, 0) })}
        </p>
      </div>
    </div>
  );
}

const STEPS = ["waiting", "reading", "writing", "signing"] as const;

function Progress({ state }: { state: NzeProof["state"] }) {
  const { text } = useWords();
  const step = STEPS.find((one) => one === state) ?? "waiting";
  const name = text(`compliance.proof.${step}`);
  return (
    <div className={styles.progress} role="status">
      <p>
        <LoaderCircle size={15} aria-hidden className={styles.turning} /> {name}
      </p>
      <progress value={STEPS.indexOf(step) + 1} max={STEPS.length + 1} aria-label={name} />
    </div>
  );
}

function Fault({ text }: { text: string }) {
  return (
    <p className={styles.fault} role="alert">
      <TriangleAlert size={15} aria-hidden /> {text}
    </p>
  );
}

/** Characters of a fingerprint that are shown; all of it stands in its title and in the document. */
const SHOWN = 16;

function Valid(given: { proof: NzeProof; fingerprint: string; timezone: string }) {
  const { proof, fingerprint, timezone } = given;
  const { text, format } = useWords();
  const time = proof.made_at === null ? "–" : format.dateTime(Date.parse(proof.made_at), timezone);
  return (
    <div className={styles.mended} title={fingerprint}>
      <CircleCheck size={15} aria-hidden />
      <p>
        <b>{text("compliance.proof.valid")}</b>{" "}
        {text("compliance.proof.signed", { key: fingerprint.slice(0, SHOWN), time })}
      </p>
    </div>
  );
}

/** Both files; the PDF is the next thing to do. */
function Files({ proof }: { proof: NzeProof }) {
  const { text } = useWords();
  const serverText = useServerText();
  const [busy, setBusy] = useState<"pdf" | "csv" | null>(null);
  const save = async (file: "pdf" | "csv") => {
    setBusy(file);
    try {
      const content = await download(nzeProofFile, { query: { proof_uid: proof.proof_uid, file } });
      saveFile(proof[file]?.name ?? `proof.${file}`, content);
    } catch (error) {
      say.error(serverText(refusalText(error)));
    } finally {
      setBusy(null);
    }
  };
  return (
    <div className={styles.files}>
      <Button
        type="primary"
        icon={<Download size={16} aria-hidden />}
        loading={busy === "pdf"}
        onClick={() => void save("pdf")}
      >
        {text("compliance.proof.pdf")}
      </Button>
      <Button
        icon={<Download size={16} aria-hidden />}
        loading={busy === "csv"}
        onClick={() => void save("csv")}
      >
        {text("compliance.proof.csv")}
      </Button>
    </div>
  );
}
