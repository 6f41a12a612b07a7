import { listGecRedemptions, readGecRedemption } from "@heliograph/contract/registry/gec/gec-redemptions";
import { useState } from "react";
import { useServerText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { ProposalPart } from "../../parties/index.ts";
import { ReasonDialog } from "../issuance/ReasonDialog.tsx";
import { GecUpload } from "./GecFiles.tsx";
import { GecRefusals } from "./GecRefusals.tsx";
import type { GecRedemption } from "./gec-queries.ts";
import { gecRuleText, useGecWords } from "./gec-words.ts";
import styles from "../../../platform/rec/record/Record.module.css";
import { useGecAct } from "./use-gec-act.tsx";

const WITH_REASON = ["return_to_seller", "return_to_buyer", "close"] as const;

/** What platform operators decide: two confirm the purchase and verify the certificates, each against one file; one returns, two close. */
export function GecOperator({ given }: { given: GecRedemption }) {
  const { text, money } = useGecWords();
  const { run, refused, busy, confirmation } = useGecAct(given);
  const [asking, setAsking] = useState<(typeof WITH_REASON)[number] | null>(null);
  const { actions, second_person, credit } = given;
  const decides = actions.includes("confirm") ? "confirm" : actions.includes("verify") ? "verify" : null;
  const reasoned = WITH_REASON.filter((action) => actions.includes(action));
  if (decides === null && reasoned.length === 0 && !actions.includes("withdraw")) return null;
  return (
    <Panel title={text("gec.decision")}>
      <div className={styles.stack}>
        {second_person !== null && <Proposed given={{ ...given, second_person }} />}
        {decides !== null && second_person === null && (
          <Decides given={given} action={decides} busy={busy} run={run} />
        )}
        {credit !== null && (
          <p className={styles.hint}>
            {text("gec.credit", { used: money(credit.used_cents), limit: money(credit.limit_cents) })}
          </p>
        )}
        <GecRefusals refused={refused} />
        <div className={styles.actions}>
          {reasoned.map((action) => (
            <Button
              key={action}
              type={action === "close" ? "danger" : "default"}
              onClick={() => setAsking(action)}
            >
              {text(`gec.do.${action}`)}
            </Button>
          ))}
          {actions.includes("withdraw") && (
            <Button type="danger" loading={busy} onClick={() => void run("withdraw")}>
              {text("gec.do.withdraw")}
            </Button>
          )}
        </div>
        {asking !== null && (
          <ReasonDialog
            title={text(`gec.do.${asking}`)}
            busy={busy}
            close={() => setAsking(null)}
            send={async (reason) => {
              await run(asking, { reason });
              setAsking(null);
            }}
          />
        )}
        {confirmation}
      </div>
    </Panel>
  );
}

/** What a first operator proposes: the file that it rests on, or why the purchase is closed. */
function Proposed({
  given,
}: {
  given: GecRedemption & { second_person: NonNullable<GecRedemption["second_person"]> };
}) {
  const { text } = useGecWords();
  const serverText = useServerText();
  const { action, payload } = given.second_person;
  const doing = action === "confirm" || action === "verify" ? action : "close";
  const { file_sha256 } = payload;
  const kind = action === "verify" ? "verification" : "purchase";
  const file = given.files.find((one) => one.kind === kind && one.sha256 === file_sha256);
  return (
    <ProposalPart
      record={given}
      what={text(`gec.do.${doing}`)}
      facts={
        file_sha256 === undefined
          ? []
          : [
              [
                text(`gec.file.${kind}`),
                <span
                  key="file"
                  className={styles.hash}
                >{`${file?.name ?? "–"} · sha256 ${file_sha256}`}</span>,
              ],
            ]
      }
      stale={[readGecRedemption, listGecRedemptions]}
      done={text(`gec.did.${doing}`)}
      rule={(fault) => serverText(gecRuleText(text, fault))}
    />
  );
}

function Decides(props: {
  given: GecRedemption;
  action: "confirm" | "verify";
  busy: boolean;
  run: ReturnType<typeof useGecAct>["run"];
}) {
  const { given, action, busy, run } = props;
  const { text } = useGecWords();
  const kind = action === "confirm" ? "purchase" : "verification";
  const file_sha256 = given.files.filter((file) => file.kind === kind).at(-1)?.sha256;
  return (
    <>
      <p className={styles.hint}>{text(`gec.hint.${action}`)}</p>
      <GecUpload record_uid={given.record_uid} kind={kind} />
      {file_sha256 !== undefined && <p className={styles.hash}>sha256 {file_sha256}</p>}
      <div className={styles.actions}>
        <Button
          type="primary"
          loading={busy}
          disabled={file_sha256 === undefined}
          onClick={() => void run(action, { file_sha256 })}
        >
          {text(`gec.do.${action}`)}
        </Button>
      </div>
    </>
  );
}
