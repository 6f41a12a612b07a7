import { useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { ReasonDialog } from "../issuance/ReasonDialog.tsx";
import { GecUpload } from "./GecFiles.tsx";
import { GecRefusals } from "./GecRefusals.tsx";
import type { GecRedemption } from "./gec-queries.ts";
import { useGecWords } from "./gec-words.ts";
import styles from "../Record.module.css";
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
        {decides !== null && <Decides given={given} action={decides} busy={busy} run={run} />}
        {credit !== null && (
          <p className={styles.hint}>
            {text("gec.credit", { used: money(credit.used_cents), limit: money(credit.limit_cents) })}
          </p>
        )}
        {second_person?.action === "close" && (
          <p>{text(second_person.by_you ? "gec.waitsForSecond" : "gec.closeAsked")}</p>
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

function Decides(props: {
  given: GecRedemption;
  action: "confirm" | "verify";
  busy: boolean;
  run: ReturnType<typeof useGecAct>["run"];
}) {
  const { given, action, busy, run } = props;
  const { text } = useGecWords();
  const kind = action === "confirm" ? "purchase" : "verification";
  const asked = given.second_person?.action === action ? given.second_person : null;
  const last = given.files.filter((file) => file.kind === kind).at(-1)?.sha256;
  const file_sha256 = asked === null ? last : (given.asked_sha256 ?? undefined);
  if (asked?.by_you === true) return <p>{text("gec.waitsForSecond")}</p>;
  return (
    <>
      <p className={styles.hint}>{text(asked === null ? `gec.hint.${action}` : "gec.compare")}</p>
      {asked === null && <GecUpload record_uid={given.record_uid} kind={kind} />}
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
