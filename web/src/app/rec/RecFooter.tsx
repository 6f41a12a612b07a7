import { useText } from "../../platform/i18n.tsx";
import { useProductName } from "../../platform/product-name.ts";
import { Spacer } from "../../ui/layout/Spacer.tsx";
import footer from "../shell/Footer.module.css";
import { FOOTER_PANELS, useHelp } from "./help.tsx";
import { Link } from "react-router";

const YEAR = new Date().getFullYear();

/** C41: what was agreed, what becomes of data, what it costs. */
export function RecFooter() {
  const t = useText();
  const product = useProductName();
  const { addressOf } = useHelp();
  return (
    <footer className={footer.footer}>
      <span>
        © {YEAR} {product}
      </span>
      <Spacer />
      {FOOTER_PANELS.map(({ panel, label }) => (
        <Link key={panel} to={addressOf(panel)} preventScrollReset>
          {t(label)}
        </Link>
      ))}
    </footer>
  );
}
