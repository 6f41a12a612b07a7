// What the header and the footer of the certificate pages lead to: windows over the page, with an address (C37, C41).
import { BookOpen, ScanSearch, ShoppingCart, SquarePlay, type LucideIcon } from "lucide-react";
import { lazy } from "react";
import { Link, useSearchParams } from "react-router";
import { useText } from "../../platform/i18n.tsx";
import { OnceOpened } from "../../ui/feedback/OnceOpened.tsx";
import { HELP_PANELS, type HelpPanel } from "./help/panels.ts";
import { paths } from "../paths.ts";
import { HELP_TEXTS } from "../screens.ts";
import { openTexts } from "../texts/load-texts.ts";
import type { TextKey } from "../texts/keys.ts";
import styles from "./help.module.css";

const HelpDrawer = lazy(async () => {
  const [{ HelpDrawer: Drawer }] = await Promise.all([
    import("./help/HelpDrawer.tsx"),
    openTexts(HELP_TEXTS),
  ]);
  return { default: Drawer };
});

/** Those of the footer. */
export const FOOTER_PANELS = [
  { panel: "agreement", label: "Platform Services Agreement" },
  { panel: "privacy", label: "Privacy Policy" },
  { panel: "fees", label: "Platform Fees" },
] as const satisfies readonly { panel: HelpPanel; label: TextKey }[];

const LINKS: readonly { to: HelpPanel | "verify"; label: TextKey; icon: LucideIcon }[] = [
  { to: "cart", label: "Shopping cart", icon: ShoppingCart },
  { to: "verify", label: "Check origin", icon: ScanSearch },
  { to: "videos", label: "Video guide", icon: SquarePlay },
  { to: "guide", label: "User guide", icon: BookOpen },
];

/** The window that the address names, how to close it, and the address of each on this page. */
export function useHelp() {
  const [search, setSearch] = useSearchParams();
  const named = search.get("panel");
  const open = HELP_PANELS.find((panel) => panel === named) ?? null;
  const addressOf = (panel: HelpPanel | null) => {
    const next = new URLSearchParams(search);
    if (panel === null) next.delete("panel");
    else next.set("panel", panel);
    return `?${next.toString()}`;
  };
  const close = () => setSearch(addressOf(null), { preventScrollReset: true });
  return { open, addressOf, close };
}

/** The links of the header; `named` false: their icons alone. */
export function HelpLinks({ named, onChoose }: { named: boolean; onChoose?: () => void }) {
  const t = useText();
  const { addressOf } = useHelp();
  return (
    <div className={styles.links} data-named={named || undefined}>
      {LINKS.map(({ to, label, icon: Icon }) => {
        const shown = {
          className: styles.link ?? "",
          ...(named ? {} : { "aria-label": t(label), title: t(label) }),
          ...(onChoose === undefined ? {} : { onClick: onChoose }),
        };
        const content = (
          <>
            <Icon size={18} strokeWidth={1.9} aria-hidden />
            {named && <span>{t(label)}</span>}
          </>
        );
        // It belongs to the half of the app that nobody signs in to.
        return to === "verify" ? (
          <a key={to} href={paths.verify()} {...shown}>
            {content}
          </a>
        ) : (
          <Link key={to} to={addressOf(to)} preventScrollReset {...shown}>
            {content}
          </Link>
        );
      })}
    </div>
  );
}

/** The window that the address names, over any certificate page. */
export function HelpWindow() {
  const { open, close } = useHelp();
  return (
    <OnceOpened open={open !== null}>
      <HelpDrawer panel={open} close={close} />
    </OnceOpened>
  );
}
