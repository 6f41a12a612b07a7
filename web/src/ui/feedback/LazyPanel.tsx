import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { usePhone } from "../layout/media.ts";
import { Panel } from "../layout/Panel.tsx";
import { drawInTurn } from "./draw-in-turn.ts";
import { useInView } from "./use-in-view.ts";
import styles from "./LazyPanel.module.css";

interface Props {
  /** The heading of the panel that will stand here: it can be found and heard before the panel is made. */
  readonly title: string;
  /** About how high the panel will be, in px. */
  readonly height: { readonly desktop: number; readonly phone: number };
  readonly children: ReactNode;
}

/** True from when the page is printed. */
function usePrinted(): boolean {
  const [printed, setPrinted] = useState(false);
  useEffect(() => {
    const print = () => flushSync(() => setPrinted(true));
    addEventListener("beforeprint", print);
    return () => removeEventListener("beforeprint", print);
  }, []);
  return printed;
}

/**
 * A panel that is drawn after the visible part of the page: when it comes near that, in its turn of an idle page, when the
 * keyboard comes to it, or when the page is printed. Until then its heading stands in its place. Its data are the page's own:
 * the screen's loader asks for them.
 */
export function LazyPanel({ title, height, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const phone = usePhone();
  const seen = useInView(frame);
  const printed = usePrinted();
  const [entered, setEntered] = useState(false);
  const [made, setMade] = useState(false);
  useEffect(() => drawInTurn(() => startTransition(() => setMade(true))), []);
  const wanted = seen || printed || entered;
  useEffect(() => {
    // Not urgent: what a person does meanwhile comes first, and panels that are seen together do not make one long task.
    if (wanted) startTransition(() => setMade(true));
  }, [wanted]);
  const waiting = { role: "group", tabIndex: 0, "aria-label": title, onFocus: () => setEntered(true) };
  return (
    // What has the focus must not lose it when the panel is there; it is no stop of the keyboard then.
    <div
      ref={frame}
      className={styles.place}
      data-lazy-panel=""
      {...(made ? (entered ? { tabIndex: -1 } : {}) : waiting)}
    >
      {made || printed ? (
        children
      ) : (
        <Panel title={title}>
          <div aria-hidden style={{ minHeight: (phone ? height.phone : height.desktop) - 76 }} />
        </Panel>
      )}
    </div>
  );
}
