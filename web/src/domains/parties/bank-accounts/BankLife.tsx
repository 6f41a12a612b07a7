import { gmt8, gmt8Day } from "@heliograph/contract/kernel/gmt8";
import { useText } from "../../../platform/i18n.tsx";
import { NextLine } from "../../../ui/records/NextLine.tsx";
import { Timeline } from "../../../ui/records/Timeline.tsx";
import type { BankAccount } from "./BankAccountForm.tsx";
import styles from "./BankLife.module.css";

/** Who must act next on a bank account until when, and what happened to it, to be opened. */
export function BankLife({ bank, name }: { bank: BankAccount; name: string }) {
  const t = useText();
  return (
    <div className={styles.life}>
      <Next bank={bank} />
      <details>
        <summary>{t("parties.bankHistory", { name })}</summary>
        <History bank={bank} name={name} />
      </details>
    </div>
  );
}

/** What a first of two operators proposes is said beside the buttons; nothing of a bank account on which nobody must act. */
function Next({ bank: { status, next, timeline } }: { bank: BankAccount }) {
  const t = useText();
  if (next === null) return null;
  const until = next.until === null ? "" : t("parties.answerBy", { day: gmt8Day(next.until) });
  if (status === "rejected") {
    const reason = timeline.findLast(({ action }) => action === "reject")?.reason ?? "";
    return (
      <NextLine
        whose={next.is_you ? "you" : "other"}
        what={t(next.is_you ? "parties.bankYouChange" : "parties.bankManagerChanges")}
        {...(reason === "" ? {} : { otherwise: t("parties.because", { reason }) })}
      />
    );
  }
  return (
    <NextLine
      whose={next.is_you ? "you" : "other"}
      what={t("parties.bankOperators")}
      {...(until === "" ? {} : { otherwise: until })}
    />
  );
}

const DID = ["create", "verify", "reject", "edit", "make_default", "archive"] as const;

function History({ bank, name }: { bank: BankAccount; name: string }) {
  const t = useText();
  const happenings = bank.timeline.map(({ at, action, role, person, reason }, index) => {
    const known = DID.find((one) => one === action);
    return {
      key: String(index),
      state: action === "reject" ? ("failed" as const) : ("done" as const),
      title: known === undefined ? action : t(`parties.bankDid_${known}`),
      meta: `${gmt8(at)} · ${person ?? t(role === "platform_operator" ? "parties.role_platform_operator" : "parties.byAccount")}`,
      ...(reason === null ? {} : { detail: reason }),
    };
  });
  const words = {
    done: t("registry.happened"),
    failed: t("registry.stopped"),
    next: t("registry.expected"),
  };
  return <Timeline label={t("parties.bankHistory", { name })} words={words} happenings={happenings} />;
}
