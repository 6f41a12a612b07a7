import { getFeeChange } from "@heliograph/contract/parties/fee-changes";
import { getFeeSchedule } from "@heliograph/contract/parties/fees";
import { useQuery } from "@tanstack/react-query";
import { PenLine } from "lucide-react";
import { useState } from "react";
import { ask } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { AnswerPart } from "../business-accounts/AnswerPart.tsx";
import styles from "../business-accounts/Profile.module.css";
import { FeeRates } from "../fees/FeeRates.tsx";
import { AskedFeeChange } from "./AskedFeeChange.tsx";
import { FeeChangeForm } from "./FeeChangeForm.tsx";

/** The rates as they are, and the change of rates and agreement that two platform operators publish (rule R23). */
export function FeeChanges() {
  const t = useText();
  const state = useQuery(ask(getFeeChange, {}));
  const schedule = useQuery(ask(getFeeSchedule, {}));
  const [changing, setChanging] = useState(false);
  return (
    <>
      <FeeRates all />
      <AnswerPart query={state}>
        {(data) => (
          <AnswerPart query={schedule}>
            {({ items }) => {
              if (data.asked !== null) {
                return <AskedFeeChange asked={data.asked} agreement={data.agreement} rates={items} />;
              }
              if (changing) {
                return <FeeChangeForm state={data} rates={items} close={() => setChanging(false)} />;
              }
              return (
                <div className={styles.actions}>
                  <Button icon={<PenLine size={16} aria-hidden />} onClick={() => setChanging(true)}>
                    {t("parties.feeChange")}
                  </Button>
                </div>
              );
            }}
          </AnswerPart>
        )}
      </AnswerPart>
    </>
  );
}
