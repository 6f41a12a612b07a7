import { KeyRound, LoaderCircle, LogIn } from "lucide-react";
import { useState, type ReactNode } from "react";
import { usePublicText, useServerText } from "../../platform/i18n.tsx";
import { passkeyObstacle } from "../../platform/session/passkeys-here.ts";
import spinner from "../../ui/feedback/Spinning.module.css";
import { PublicNotice } from "./PublicFrame.tsx";
import styles from "./OtherWays.module.css";

type Way = "passkey" | "provider";

/** Signing in without the password: with a passkey, and at the provider of the installation where there is one. */
export function OtherWays({ provider, signedIn }: { provider: string | null; signedIn: () => void }) {
  const t = usePublicText();
  const serverText = useServerText();
  const [busy, setBusy] = useState<Way | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const obstacle = passkeyObstacle();
  const go = async (way: Way) => {
    if (busy !== null) return;
    setRefusal(null);
    setBusy(way);
    try {
      const { goToProvider, signInByPasskey } = await import("./other-ways.ts");
      const why = await (way === "passkey" ? signInByPasskey() : goToProvider());
      if (why !== null) setRefusal(serverText(why));
      else if (way === "passkey") signedIn();
    } catch {
      setRefusal(serverText("The server cannot be reached"));
    } finally {
      setBusy(null);
    }
  };
  return (
    <div className={styles.ways} role="group" aria-label={t("login.otherWays")}>
      <p className={styles.or} aria-hidden>
        {t("login.or")}
      </p>
      <WayButton
        icon={<KeyRound size={18} aria-hidden />}
        busy={busy === "passkey"}
        off={obstacle === null ? undefined : "passkey-off"}
        run={() => void go("passkey")}
      >
        {t("login.passkey")}
      </WayButton>
      {obstacle !== null && (
        <p className={styles.off} id="passkey-off">
          {t(obstacle === "address" ? "passkey.address" : "passkey.browser")}
        </p>
      )}
      {provider !== null && (
        <WayButton
          icon={<LogIn size={18} aria-hidden />}
          busy={busy === "provider"}
          run={() => void go("provider")}
        >
          {t("login.provider", { name: provider })}
        </WayButton>
      )}
      {refusal !== null && (
        <PublicNotice title={t("login.failed")} text={refusal} close={() => setRefusal(null)} />
      )}
    </div>
  );
}

/** A button of one way; `off`: the element that says why it cannot be gone. */
function WayButton(given: {
  icon: ReactNode;
  busy: boolean;
  off?: string | undefined;
  run: () => void;
  children: ReactNode;
}) {
  const { icon, busy, off, run, children } = given;
  return (
    <button
      type="button"
      className={styles.way}
      aria-disabled={off !== undefined || busy}
      aria-describedby={off}
      onClick={off === undefined ? run : undefined}
    >
      {busy ? <LoaderCircle size={18} className={spinner.spinning} aria-hidden /> : icon}
      {children}
    </button>
  );
}
