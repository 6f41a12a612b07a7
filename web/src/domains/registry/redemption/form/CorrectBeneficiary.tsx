import { correctionFaults, type BeneficiaryWords } from "@heliograph/contract/registry/redemption/correction";
import type { GuardError } from "@heliograph/contract/kernel/problem";
import { useState, type SyntheticEvent } from "react";
import { FormDialog } from "../../../../platform/form/FormDialog.tsx";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { TextField } from "../../../../ui/controls/TextField.tsx";
import { Refusals } from "../Refusals.tsx";
import type { Redemption } from "../redemption-queries.ts";
import { useRedemptionWords } from "../redemption-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";

/** The beneficiary's name and address, to be corrected (rule R44); `words` stand in them at first, else what is in force. */
export function CorrectBeneficiary({
  given,
  words,
  send,
  close,
}: {
  given: Redemption;
  words: BeneficiaryWords | null;
  send: (words: BeneficiaryWords) => void;
  close: () => void;
}) {
  const { text } = useRedemptionWords();
  const { correction } = given;
  const first = words ?? given;
  const [name, setName] = useState(first.beneficiary_name);
  const [address, setAddress] = useState(first.beneficiary_address);
  const [faults, setFaults] = useState<readonly GuardError[]>([]);
  const title = text("red.correct");
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim() === "" || address.trim() === "") return;
    const next = { beneficiary_name: name.trim(), beneficiary_address: address.trim() };
    const broken = correctionFaults(given, next);
    setFaults(broken);
    if (broken.length === 0) send(next);
  };
  return (
    <FormDialog
      title={title}
      save={title}
      form={{ submit, busy: false }}
      className={shared.stack}
      close={close}
    >
      <p className={shared.hint}>
        {text("red.correctHint", {
          time: correction === null ? "" : gmt8(correction.until),
        })}
      </p>
      <TextField
        label={text("red.beneficiary")}
        value={name}
        onChange={setName}
        maxLength={200}
        {...(name.trim() === "" ? { fault: text("red.rule.red001") } : {})}
      />
      <TextField
        label={text("red.address")}
        value={address}
        onChange={setAddress}
        maxLength={300}
        {...(address.trim() === "" ? { fault: text("red.rule.red001") } : {})}
      />
      <Refusals refused={faults} />
    </FormDialog>
  );
}
