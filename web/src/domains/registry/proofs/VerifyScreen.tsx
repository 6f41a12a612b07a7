import { useEffect, useState, type FormEvent } from "react";
import { paths } from "../../../app/paths.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { useTitle } from "../../../platform/title.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { askLedger, knownKeys } from "./ask-ledger.ts";
import { checkFile, type Found } from "./check-file.ts";
import { CheckedPage } from "./CheckedPage.tsx";
import { ChooseFile } from "./ChooseFile.tsx";
import { SaveChecker } from "./SaveChecker.tsx";
import { VerdictBox } from "./VerdictBox.tsx";
import styles from "./Proofs.module.css";

/** The key that the address names; "": none, and the page asks for one. */
interface Given {
  readonly given: string;
}

/**
 * `/verify` and `/verify/{key}`: what a redemption statement is worth, computed here. By its key the ledger is asked for it; a file is read by
 * this page alone, and nothing of it is sent.
 */
export default function VerifyScreen({ given }: Given) {
  const t = useText();
  const { found, ask, read } = useCheck(given);
  useTitle(t("verify.title"));
  if (found === null) {
    return given === "" ? (
      <Start read={read} />
    ) : (
      <p className={styles.waiting} role="status" aria-busy>
        {t("verify.asking")}
      </p>
    );
  }
  if (found.kind === "checked") {
    return <CheckedPage found={found} another={<Another read={read} />} />;
  }
  return (
    <>
      <NotChecked found={found} ask={ask} />
      <Another read={read} />
    </>
  );
}

/** What was found; `ask` asks the ledger for the key of the address, `read` checks a file in its place. */
function useCheck(given: string) {
  const [asked, setAsked] = useState<Promise<Found> | null>(() => (given === "" ? null : askLedger(given)));
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let here = true;
    void asked?.then((answer) => here && setFound(answer));
    return () => {
      here = false;
    };
  }, [asked]);
  const ask = () => {
    setFound(null);
    setAsked(askLedger(given));
  };
  const read = (file: Blob) => setAsked(checkFile(file, knownKeys));
  return { found, ask, read };
}

function NotChecked({ found, ask }: { found: Exclude<Found, { kind: "checked" }>; ask: () => void }) {
  const t = useText();
  const serverText = useServerText();
  if (found.kind === "unknown") {
    return <VerdictBox tone="open" title={t("verify.unknownKey")} lines={[t("verify.unknownKeyHint")]} />;
  }
  if (found.kind === "unreadable") {
    return <VerdictBox tone="open" title={t("verify.unreadable")} lines={[t("verify.unreadableHint")]} />;
  }
  const [title, lines] =
    found.kind === "pending"
      ? [t("verify.pending"), [t("verify.pendingHint")]]
      : [t("verify.notChecked"), [serverText(found.message)]];
  return (
    <VerdictBox tone="open" title={title} lines={lines}>
      <Button onClick={ask}>{t("Try again")}</Button>
    </VerdictBox>
  );
}

/** The page without a key. */
function Start({ read }: { read: (file: Blob) => void }) {
  const t = useText();
  return (
    <div className={styles.start}>
      <h1>{t("verify.title")}</h1>
      <p>{t("verify.lead")}</p>
      <KeyOrFile read={read} filled />
      <SaveChecker />
      <p>
        {t("verify.supply.ask")} <a href={paths.supply()}>{t("verify.supply.title")}</a>
      </p>
    </div>
  );
}

function Another({ read }: { read: (file: Blob) => void }) {
  const t = useText();
  return (
    <Panel title={t("verify.another")} className={styles.noPrint}>
      <KeyOrFile read={read} />
    </Panel>
  );
}

/** A key to ask for, or a file to read. */
function KeyOrFile({ read, filled = false }: { read: (file: Blob) => void; filled?: boolean }) {
  const t = useText();
  const [key, setKey] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    // The page of the key: what is found has an address.
    if (key.trim() !== "") location.assign(paths.statement(key.trim()));
  };
  return (
    <form className={styles.ask} onSubmit={send}>
      <TextField
        label={t("verify.keyOrFile")}
        value={key}
        onChange={setKey}
        maxLength={60}
        placeholder="7QH4-K2MD-9XPT-4C6N-0000-0000-00"
      />
      <Button submits type={filled ? "primary" : "default"}>
        {t("verify.check")}
      </Button>
      <ChooseFile read={read} />
    </form>
  );
}
