import { Link } from "react-router";
import { addressFor } from "../../platform/rec/acting.ts";
import { useText } from "../../platform/i18n.tsx";
import page from "../../ui/layout/Page.module.css";
import { NextLine } from "../../ui/records/NextLine.tsx";
import { patterns } from "../paths.ts";
import styles from "./RecPortal.module.css";
import type { AccountSeat } from "./use-seat.ts";

/** Over a page of an account that does not do everything in its state: why, and who must act next; nothing of an active one. */
export function AccountLine({ seat }: { seat: AccountSeat }) {
  const t = useText();
  const { account, role, status } = seat;
  // While a change of its name is reviewed an account goes on; a deleted one is nobody's seat.
  if (status === "active" || status === "amendment_review" || status === "deleted") return null;
  const isYou = status === "draft" && role === "account_manager";
  return (
    <div className={`${page.page} ${styles.accountLine}`}>
      <NextLine
        whose={status === "closed" ? "nobody" : isYou ? "you" : "other"}
        what={t(`registry.account_${status}`)}
        otherwise={t(isYou ? "registry.accountYou" : `registry.accountNext_${status}`)}
        way={<Link to={addressFor(account, patterns.recProfile)}>{t("registry.accountPage")}</Link>}
      />
    </div>
  );
}
