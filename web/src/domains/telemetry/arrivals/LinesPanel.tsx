import { useEffect, useRef, useState, type RefObject } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { Tabs } from "../../../ui/controls/Tabs.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { usePhone } from "../../../ui/layout/media.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import {
  gatewayLines,
  LINE_TABS,
  shortened,
  type GatewayLine,
  type LineSource,
  type LineTab,
} from "./gateway-lines.ts";
import styles from "./GatewayStep.module.css";

/** What stands for a credential that is gone. */
const PLACEHOLDER = "CREDENTIAL";

/** Lines by which the gateway sends, by the tool that sends them. On a phone `curl` comes first. */
export function LinesPanel(given: {
  source: Omit<LineSource, "credential">;
  credential: string | null;
  /** True: copying is what is to be done next. */
  isNext: boolean;
}) {
  const { source, credential, isNext } = given;
  const t = useText();
  const phone = usePhone();
  const tabs = phone ? LINE_TABS.toSorted((a, b) => Number(b === "curl") - Number(a === "curl")) : LINE_TABS;
  const [tab, setTab] = useState<LineTab>(tabs[0] ?? "curl");
  const whole = gatewayLines(tab, { ...source, credential: credential ?? PLACEHOLDER });
  const short = gatewayLines(tab, {
    ...source,
    credential: credential === null ? PLACEHOLDER : shortened(credential),
  });
  const blocks = useRef<HTMLDivElement>(null);
  useCopyKey(blocks, whole);
  return (
    <Panel title={t("arrivals.lines")}>
      <Tabs
        label={t("arrivals.lines")}
        tabs={tabs.map((key) => ({ key, label: key }))}
        value={tab}
        onChange={setTab}
      >
        <div ref={blocks} className={styles.lines}>
          {short.map((line, index) => (
            <LineBlock
              key={line.kind}
              line={line}
              copied={whole[index]?.text ?? line.text}
              number={short.length > 1 ? index + 1 : null}
              withCredential={credential !== null}
              isNext={isNext && index === 0}
            />
          ))}
        </div>
      </Tabs>
      <p className={styles.note}>
        {t(credential === null ? "arrivals.linesWithout" : "arrivals.linesNote")}{" "}
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {t("arrivals.protocol")}
        </a>
      </p>
    </Panel>
  );
}

function LineBlock(given: {
  line: GatewayLine;
  copied: string;
  number: number | null;
  withCredential: boolean;
  isNext: boolean;
}) {
  const { line, copied, number, withCredential, isNext } = given;
  const t = useText();
  const name = t(`arrivals.line.${line.kind}`);
  return (
    <section className={styles.block} data-line={line.kind}>
      <header>
        <p>
          <b>{number === null ? name : `${number} · ${name}`}</b> {t(`arrivals.lineHint.${line.kind}`)}
        </p>
        <CopyButton
          text={copied}
          what={name}
          label={t(withCredential ? "arrivals.copyWith" : "arrivals.copy")}
          type={isNext ? "primary" : "default"}
        />
      </header>
      {/* It scrolls sideways, by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={name}>
        <code>{line.text}</code>
      </pre>
    </section>
  );
}

/** The key `c` copies the line in view, where nothing is being typed. */
function useCopyKey(blocks: RefObject<HTMLDivElement | null>, lines: readonly GatewayLine[]) {
  const t = useText();
  const latest = useRef(lines);
  useEffect(() => {
    latest.current = lines;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      const typing =
        target instanceof HTMLElement && target.closest("input, textarea, select, [role=dialog]");
      if (event.key !== "c" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      const shown = [...(blocks.current?.querySelectorAll("[data-line]") ?? [])];
      const at = shown.findIndex((block) => block.getBoundingClientRect().bottom > 0);
      const line = latest.current[Math.max(0, at)];
      if (line === undefined) return;
      void copyText(line.text).then((copied) =>
        copied ? say.success(t("arrivals.lineCopied")) : say.error(t("arrivals.notCopied")),
      );
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [blocks, t]);
}
