import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import type { TextKey } from "../../texts/keys.ts";
import { FeeRates } from "../../../domains/parties/fees/FeeRates.tsx";
import { useAppConfig } from "../../../platform/app-config.ts";
import { useText } from "../../../platform/i18n.tsx";
import { useProductName } from "../../../platform/product-name.ts";
import { Drawer } from "../../../ui/controls/windows/Drawer.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import type { HelpPanel } from "./panels.ts";
import styles from "./HelpDrawer.module.css";

const TITLES = {
  cart: "Shopping cart",
  videos: "Video guide",
  guide: "User guide",
  agreement: "Platform Services Agreement",
  privacy: "Privacy Policy",
  fees: "Platform Fees",
} as const satisfies Record<HelpPanel, TextKey>;

/** A heading and what stands below it. */
type Paragraph = readonly [head: TextKey, body: TextKey];

const GUIDE: readonly Paragraph[] = [
  ["help.guideDevice", "help.guideDeviceText"],
  ["help.guideIssue", "help.guideIssueText"],
  ["help.guideHold", "help.guideHoldText"],
  ["help.guideRedeem", "help.guideRedeemText"],
  ["help.guideCheck", "help.guideCheckText"],
];
const AGREEMENT: readonly Paragraph[] = [
  ["help.agreeWho", "help.agreeWhoText"],
  ["help.agreeTrue", "help.agreeTrueText"],
  ["help.agreeLedger", "help.agreeLedgerText"],
  ["help.agreeFees", "help.agreeFeesText"],
];
const PRIVACY: readonly Paragraph[] = [
  ["help.privacyKept", "help.privacyKeptText"],
  ["help.privacyShown", "help.privacyShownText"],
  ["help.privacyErased", "help.privacyErasedText"],
];

/** A short page over the page: what the links of header and footer lead to. `panel` null: it is closing. */
export function HelpDrawer({ panel, close }: { panel: HelpPanel | null; close: () => void }) {
  const t = useText();
  const Content = panel === null ? null : CONTENTS[panel];
  return (
    <Drawer
      open={panel !== null}
      onClose={close}
      width={520}
      title={panel === null ? "" : t(TITLES[panel])}
      bodyClassName={styles.body ?? ""}
    >
      {Content !== null && <Content />}
    </Drawer>
  );
}

const CONTENTS: Readonly<Record<HelpPanel, () => ReactNode>> = {
  cart: Cart,
  videos: Videos,
  guide: () => <Paragraphs of={GUIDE} />,
  agreement: () => <Paragraphs of={AGREEMENT} />,
  privacy: () => <Paragraphs of={PRIVACY} />,
  fees: Fees,
};

/** Nothing is bought here yet. */
function Cart() {
  const t = useText();
  return <Blank small title={t("help.cartEmpty")} hint={t("help.cartHint")} />;
}

function Paragraphs({ of }: { of: readonly Paragraph[] }) {
  const t = useText();
  const product = useProductName();
  return of.map(([head, body]) => (
    <section key={head}>
      <h3>{t(head)}</h3>
      <p>{t(body, { product })}</p>
    </section>
  ));
}

/** The films that the installation names, in its order. */
function Videos() {
  const t = useText();
  const { video_guides } = useAppConfig();
  if (video_guides.length === 0) {
    return <Blank small title={t("help.noVideos")} hint={t("help.noVideosHint")} />;
  }
  return (
    <ul className={styles.videos}>
      {video_guides.map(({ title, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            {title}
            <ExternalLink size={14} aria-hidden />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The rates that hold today, as every page has them (C121 to C123). */
function Fees() {
  const t = useText();
  return (
    <>
      <p>{t("help.feesIntro")}</p>
      <FeeRates />
      <p>{t("help.feesAgreed")}</p>
    </>
  );
}
