import type { GuardError } from "@heliograph/contract/kernel/problem";
import type { Endpoint } from "@heliograph/contract/kernel/endpoint";
import { answerProposal, SET_ASIDE_REASON } from "@heliograph/contract/parties/proposals";
import type { RecordFrame } from "@heliograph/contract/parties/records";
import { useState, type ReactNode } from "react";
import { useCall } from "../../../platform/api.ts";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { Refused, refusalText } from "../../../platform/http.ts";
import { useGuardText, useServerText, useText } from "../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { useFormGuards } from "../../../platform/rec/guard-refusal.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { TextArea } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { useConfirmation } from "../../identity/index.ts";
import styles from "./ProposalPart.module.css";

type Proposal = NonNullable<RecordFrame["second_person"]>;
type Proposed = Pick<RecordFrame, "record_uid" | "version" | "actions"> & {
  /** What the proposal carries is shown by `facts`. */
  readonly second_person: Omit<Proposal, "payload">;
};

interface ProposalProps {
  readonly record: Proposed;
  /** The action, as a button would name it. */
  readonly what: string;
  /** What exactly is confirmed, by name. */
  readonly facts?: readonly (readonly [string, ReactNode])[];
  /** What is asked again once it is answered. */
  readonly stale: readonly Endpoint[];
  /** What is said once it is done. */
  readonly done: string;
  /** What a rule says that the action breaks; left out: as the server says it, in the language of the page. */
  readonly rule?: (fault: GuardError) => string;
}

/** What a first of two persons proposes on a record: a second sees exactly that, and confirms it or sets it aside (rule R23). */
export function ProposalPart({ record, what, facts = [], ...given }: ProposalProps) {
  const t = useText();
  const { person, asked_at, by_you, reason, payload_hash, action } = record.second_person;
  const { confirm, busy, dialog, broken } = useAnswer(record, given);
  const [aside, setAside] = useState(false);
  const may = record.actions.includes(action);
  const all = reason === null ? facts : [...facts, [t("proposal.reason"), reason] as const];
  return (
    <section className={styles.proposal} aria-label={t("proposal.title")}>
      <p className={styles.what}>
        {by_you ? t("proposal.byYou", { what }) : t("proposal.by", { what, person: person ?? "–" })}
      </p>
      <p className={styles.hint}>{gmt8(asked_at)}</p>
      {all.length > 0 && (
        <dl className={styles.facts}>
          {all.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.hash}>sha256 {payload_hash}</p>
      <p className={styles.hint}>{t(by_you ? "proposal.waits" : "proposal.exactly")}</p>
      {broken.length > 0 && (
        <ul role="alert" className={styles.broken}>
          {broken.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {may && (
        <div className={styles.actions}>
          {!by_you && (
            <Button type="primary" loading={busy} onClick={() => void confirm()}>
              {t("proposal.confirm")}
            </Button>
          )}
          <Button onClick={() => setAside(true)}>
            {t(by_you ? "proposal.takeBack" : "proposal.setAside")}
          </Button>
        </div>
      )}
      {aside && <SetAside record={record} stale={given.stale} close={() => setAside(false)} />}
      {dialog}
    </section>
  );
}

const bodyOf = ({ record_uid, version, second_person: { entity, payload_hash } }: Proposed, key: string) => ({
  entity,
  record_uid,
  expected_version: version,
  payload_hash,
  key,
});

/** Confirms what was proposed, once the person has proved who it is; says what came of it. `broken`: the rules that it broke, a line each. */
function useAnswer(record: Proposed, { stale, done, rule }: Pick<ProposalProps, "stale" | "done" | "rule">) {
  const account = useActing();
  const serverText = useServerText();
  const guardText = useGuardText();
  const [broken, setBroken] = useState<readonly string[]>([]);
  const answer = useCall(answerProposal, stale);
  const { confirmed, dialog } = useConfirmation();
  const lineOf = (fault: GuardError) =>
    rule === undefined ? guardText(fault) : `${fault.code} ${rule(fault)}`;
  const confirm = async () => {
    setBroken([]);
    try {
      const body = { ...bodyOf(record, crypto.randomUUID()), confirms: true };
      await confirmed(() => answer.mutateAsync({ query: actingAs(account), body }));
      say.success(done);
    } catch (error) {
      if (error instanceof Refused && error.errors.length > 0) setBroken(error.errors.map(lineOf));
      else say.error(serverText(refusalText(error)));
    }
  };
  return { confirm, busy: answer.isPending, dialog, broken };
}

/** Asks why it is set aside; whoever proposed it need not say. */
function SetAside({ record, stale, close }: Pick<ProposalProps, "record" | "stale"> & { close: () => void }) {
  const t = useText();
  const account = useActing();
  const answer = useCall(answerProposal, stale);
  const [key] = useState(() => crypto.randomUUID());
  const { by_you } = record.second_person;
  const short = t("proposal.reasonHint", { least: SET_ASIDE_REASON.min });
  const form = useContractForm(answerProposal, {
    defaults: { reason: "" },
    toBody: ({ reason }) => ({
      ...bodyOf(record, key),
      confirms: false,
      ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
    }),
    alsoJudge: ({ reason }): Readonly<Record<string, string>> =>
      by_you || Array.from(reason.trim()).length >= SET_ASIDE_REASON.min ? {} : { reason: short },
    send: (body) => answer.mutateAsync({ query: actingAs(account), body }),
    onSaved: close,
    onRefused: useFormGuards(),
  });
  const title = t(by_you ? "proposal.takeBack" : "proposal.setAside");
  return (
    <FormDialog title={title} save={title} {...{ form, close }} className={undefined}>
      <TextArea
        {...form.field("reason")}
        label={t("proposal.reason")}
        {...(by_you ? {} : { hint: short })}
        rows={3}
        maxLength={SET_ASIDE_REASON.max}
      />
    </FormDialog>
  );
}
