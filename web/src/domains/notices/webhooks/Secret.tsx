import { useWords } from "../../../platform/words.ts";
import { ShownOnce, ShownOnceNote } from "../../../ui/controls/ShownOnce.tsx";
import styles from "./Webhooks.module.css";

/** The secret of a webhook, this once, with how a receiver uses it. */
export function Secret({ name, secret }: { name: string; secret: string }) {
  const { text } = useWords();
  return (
    <ShownOnce
      label={text("webhooks.secret", { name })}
      text={secret}
      copy={text("webhooks.copySecret")}
      what={name}
    >
      <ShownOnceNote>{text("webhooks.secretOnce")}</ShownOnceNote>
      <code className={styles.rule}>
        Heliograph-Signature: t=…,v1=HMAC-SHA256(secret, t + &quot;.&quot; + body)
      </code>
    </ShownOnce>
  );
}
