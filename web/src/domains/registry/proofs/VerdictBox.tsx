import { ShieldAlert, ShieldCheck, ShieldQuestionMark, ShieldX } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./Proofs.module.css";
import type { Tone } from "./verdict.ts";

const ICONS = { good: ShieldCheck, careful: ShieldAlert, bad: ShieldX, open: ShieldQuestionMark } as const;

/** The verdict over a statement: one sentence, and why. Read out when it comes. */
export function VerdictBox(given: {
  tone: Tone;
  title: string;
  lines: readonly string[];
  children?: ReactNode;
}) {
  const { tone, title, lines, children } = given;
  const Icon = ICONS[tone];
  return (
    <section className={styles.verdict} data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
      <span className={styles.shield}>
        <Icon size={26} strokeWidth={1.9} aria-hidden />
      </span>
      <div>
        <h1>{title}</h1>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {children}
      </div>
    </section>
  );
}
