import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
} from "react";
import { createPortal } from "react-dom";
import { placed, type Placement } from "./floating-place.ts";

/** Escape and a press outside both call `close`. What had the focus in the panel gives it back to the anchor. */
function useLeaving(
  anchor: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  close: () => void,
) {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    const opener = anchor.current;
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) latest.current();
    };
    const press = (event: PointerEvent) => {
      const at = event.target;
      if (!(at instanceof Node)) return;
      if (opener?.contains(at) !== true && panel.current?.contains(at) !== true) latest.current();
    };
    document.addEventListener("keydown", key);
    document.addEventListener("pointerdown", press);
    return () => {
      document.removeEventListener("keydown", key);
      document.removeEventListener("pointerdown", press);
      if (document.activeElement === document.body) opener?.focus();
    };
  }, [anchor, panel]);
}

interface Props extends HTMLAttributes<HTMLDivElement> {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly placement: Placement;
  readonly close: () => void;
  /** Gives the focus to what is to have it first, once the panel stands in its place. */
  readonly focus: (panel: HTMLElement) => void;
  readonly children: ReactNode;
}

/** A panel over the page beside its anchor, for as long as it is rendered. */
export function Floating({ anchor, placement, close, focus, className, children, ...given }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  useLeaving(anchor, panel, close);
  useLayoutEffect(() => {
    const put = () => {
      if (anchor.current === null || panel.current === null) return;
      const size = { width: panel.current.offsetWidth, height: panel.current.offsetHeight };
      const view = { width: innerWidth, height: innerHeight };
      setPlace(placed(anchor.current.getBoundingClientRect(), size, view, placement));
    };
    put();
    addEventListener("resize", put);
    addEventListener("scroll", put, true);
    return () => {
      removeEventListener("resize", put);
      removeEventListener("scroll", put, true);
    };
  }, [anchor, placement]);
  const standing = place !== null;
  useEffect(() => {
    if (standing && panel.current !== null) focus(panel.current);
    // Only when it appears: whoever moves the focus later keeps it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [standing]);
  return createPortal(
    <div
      {...given}
      ref={panel}
      tabIndex={-1}
      className={`floating ${className ?? ""}`}
      style={place ?? { left: 0, top: 0, visibility: "hidden" }}
    >
      {children}
    </div>,
    document.body,
  );
}
