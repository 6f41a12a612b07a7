import { Building2, ChevronDown } from "lucide-react";
import { Link, useLocation, useNavigate } from "react-router";
import { addressFor } from "../../platform/rec/acting.ts";
import { registryName } from "@heliograph/contract/registry/ledger";
import { useText } from "../../platform/i18n.tsx";
import { MenuButton } from "../../ui/controls/windows/MenuButton.tsx";
import { VisuallyHidden } from "../../ui/layout/VisuallyHidden.tsx";
import { patterns } from "../paths.ts";
import tools from "../shell/Tools.module.css";
import styles from "./AccountSwitch.module.css";
import type { Seat } from "./use-seat.ts";

/** For whom the person acts (C39): the company, to be changed where there are several; of others what they decide for. */
export function AccountSwitch({ seat }: { seat: Seat }) {
  const t = useText();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (seat.kind === "decides") {
    const scopes = seat.scopes
      .map(({ registry, country }) => `${registryName(registry)} ${country}`)
      .join(", ");
    const text = seat.isOperator ? t("registry.operator") : t("registry.issuerOf", { scopes });
    return (
      <span className={styles.scopes} title={text}>
        {text}
      </span>
    );
  }
  if (seat.kind !== "market") return null;
  const { account, company_name } = seat.seat;
  const className = `${tools["tool"]} ${tools["worded"]} ${styles.label}`;
  const content = (
    <>
      <Building2 size={17} aria-hidden />
      <span className={styles.name}>{company_name}</span>
      <VisuallyHidden>{t("registry.company")}</VisuallyHidden>
    </>
  );
  if (seat.all.length === 1) {
    return (
      <Link to={addressFor(account, patterns.recProfile)} className={className}>
        {content}
      </Link>
    );
  }
  return (
    <MenuButton
      className={className}
      chosen={account}
      placement="bottomRight"
      items={seat.all.map((one) => ({
        key: one.account,
        label: one.company_name,
        run: () => void navigate(addressFor(one.account, pathname)),
      }))}
    >
      {content}
      <ChevronDown size={14} aria-hidden />
    </MenuButton>
  );
}
