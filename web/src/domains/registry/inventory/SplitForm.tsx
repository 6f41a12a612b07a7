import {
  listInventory,
  listInventoryRanges,
  splitLot,
  type InventoryRange,
} from "@heliograph/contract/registry/inventory/inventory";
import type { SerialRange } from "@heliograph/contract/registry/ledger";
import { useId, useState, type SyntheticEvent } from "react";
import { useCall } from "../../../platform/api.ts";
import { useFormat } from "../../../platform/format.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { splitAfter } from "./split-rule.ts";
import styles from "./Inventory.module.css";

/** Splits a range in two lots, with both results before the press. */
export function SplitForm({
  account,
  range,
  close,
}: {
  account: string;
  range: InventoryRange;
  close: () => void;
}) {
  const { code, first, until } = range;
  const t = useText();
  const serverText = useServerText();
  const title = useId();
  const [after, setAfter] = useState<number | null>(null);
  // One key for one form: sent again, it does nothing more.
  const [key] = useState(() => crypto.randomUUID());
  const split = useCall(splitLot, [listInventory, listInventoryRanges]);
  const parts = splitAfter({ first, until }, after);
  const fault =
    after === null || parts !== null
      ? undefined
      : t("Choose a number from {first} to {last}.", { first, last: until - 2 });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (parts === null || after === null) return;
    split.mutate({ query: { account }, body: { code, first, until, after, key } }, { onSuccess: close });
  };
  return (
    <form className={styles.split} onSubmit={submit} aria-labelledby={title} noValidate>
      <span id={title}>{t("inventory.splitAfter", { first, last: until - 1 })}</span>
      <NumberField
        label={t("inventory.splitNumber")}
        hideLabel
        min={first}
        max={until - 2}
        value={after}
        onChange={setAfter}
        fault={fault}
      />
      {parts !== null && <Parts of={parts} />}
      {split.isError && (
        <p role="alert" className={styles.refused}>
          {serverText(refusalText(split.error))}
        </p>
      )}
      <span className={styles.splitButtons}>
        <Button size="small" onClick={close}>
          {t("Cancel")}
        </Button>
        <Button size="small" type="primary" submits loading={split.isPending} disabled={parts === null}>
          {t("inventory.split")}
        </Button>
      </span>
    </form>
  );
}

/** Both parts with their amounts, and what they add up to. */
function Parts({ of }: { of: readonly [SerialRange, SerialRange] }) {
  const { number } = useFormat();
  const [lower, upper] = of;
  const amounts = of.map(({ first, until }) => number(until - first, 0));
  return (
    <p className={styles.parts} role="status">
      {of.map(({ first, until }, nth) => (
        <span key={first}>
          {`${first}–${until - 1} `}
          <b>{amounts[nth]}</b>
        </span>
      ))}
      <span>
        {amounts.join(" + ")} = {number(upper.until - lower.first, 0)}
      </span>
    </p>
  );
}
