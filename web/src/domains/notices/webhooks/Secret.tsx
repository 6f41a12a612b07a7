import { useWords } from "../../../platform/words.ts";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import styles from "./Webhooks.module.css";

/** The secret of a webhook, this once, with how a receiver uses it. */
export function Secret({ name, secret }: { name: string; secret: string }) {
  const { text } = useWords();
  return (
    <div className={styles.made} role="status">
      <div className={styles.row}>
        <TextField label={text("webhooks.secret", { name })} value={secret} onChange={() => {}} readOnly />
        <CopyButton
          type="primary"
          size="medium"
          text={secret}
          label={text("webhooks.copySecret")}
          what={name}
        />
      </div>
      <p className={styles.may}>{text("webhooks.secretOnce")}</p>
      <code className={styles.rule}>
        Heliograph-Signature: t=…,v1=HMAC-SHA256(secret, t + &quot;.&quot; + body)
      </code>
    </div>
  );
}
