// The list of a combobox: what it finds, and the options in view.
import { Combobox as Base } from "@base-ui/react/combobox";
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { Check, ChevronDown } from "lucide-react";
import { useEffect, useImperativeHandle, useRef, useState, type Ref, type UIEvent } from "react";
import { useKitWords } from "../kit-words.ts";
import styles from "./Combobox.module.css";
import field from "./Field.module.css";
import overlay from "./windows/Overlay.module.css";
import type { Option } from "./windows/opened/props.ts";

export interface OptionSource {
  /** All options, kept by the caller in one array: they are searched here. */
  readonly options?: readonly Option[];
  /** Or who finds them for a text: a server, page by page (from 1). */
  readonly search?: (text: string, signal: AbortSignal, page: number) => Promise<readonly Option[]>;
  /** How many a full page of `search` has; the next is asked for as the list is scrolled. Left out: it finds all at once. */
  readonly pageSize?: number;
}

type FindState = "idle" | "searching" | "failed";

/** The pause in typing after which a server is asked, ms. */
const PAUSE_MS = 200;

/** The next page is asked for this near to the end of the list, px. */
const NEAR_END = 60;

/** So many options are mounted whole; of more only those in view. */
const FEW = 100;

/** What is listed for what is typed, and how far finding it is. A server is asked once the list has been opened (`isWanted`); what it found is not filtered again. */
export function useFound({ options, search, pageSize }: OptionSource, text: string, isWanted: boolean) {
  const remote = search !== undefined;
  const [found, setFound] = useState<readonly Option[]>([]);
  const [state, setState] = useState<FindState>(remote ? "searching" : "idle");
  const [wanted, setWanted] = useState({ text, page: 1 });
  // Another text begins with its first page.
  if (wanted.text !== text) setWanted({ text, page: 1 });
  const ask = useRef(search);
  useEffect(() => {
    ask.current = search;
  });
  const { page } = wanted;
  useEffect(() => {
    if (!remote || !isWanted) return undefined;
    const abort = new AbortController();
    const find = async () => {
      setState("searching");
      try {
        const answer = (await ask.current?.(text, abort.signal, page)) ?? [];
        if (abort.signal.aborted) return;
        setFound((before) => (page === 1 ? answer : [...before, ...answer]));
        setState("idle");
      } catch {
        if (!abort.signal.aborted) setState("failed");
      }
    };
    const timer = setTimeout(() => void find(), text === "" ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, page, remote, isWanted]);
  const list = remote ? found : (options ?? []);
  const more = () => {
    const last = pageSize === undefined || found.length < page * pageSize;
    if (!last && state === "idle") setWanted({ text, page: page + 1 });
  };
  return {
    state,
    more,
    // A list that grows by pages is scrolled while it grows: it stays the same list.
    root: {
      items: list,
      virtualized: pageSize === undefined && list.length > FEW,
      ...(remote ? { filter: null } : {}),
    },
  };
}

type Rows = Virtualizer<HTMLDivElement, Element>;

/** Keeps the option that the keys have reached in view: with `virtualized` nobody else does. */
export function useFollow() {
  const rows = useRef<Rows>(null);
  const follow = (_item: unknown, { reason, index }: { reason: string; index: number }) => {
    if (reason !== "pointer" && index >= 0) queueMicrotask(() => rows.current?.scrollToIndex(index));
  };
  return { rows, follow };
}

/** The button that opens the list. */
export function ComboboxArrow() {
  const { word } = useKitWords();
  return (
    <Base.Trigger className={field["inner"]} aria-label={word("open")}>
      <ChevronDown size={14} aria-hidden />
    </Base.Trigger>
  );
}

/** The list below the field. */
export function ComboboxPopup(given: {
  state: FindState;
  many: boolean;
  handle: Ref<Rows>;
  /** The list is nearly at its end. */
  more: () => void;
}) {
  const { state, many, handle, more } = given;
  const scrolled = (event: UIEvent<HTMLElement>) => {
    // Scrolling does not bubble: the list inside is heard on its way down.
    const { target } = event;
    if (!(target instanceof HTMLElement)) return;
    if (target.scrollHeight - target.scrollTop - target.clientHeight < NEAR_END) more();
  };
  const { word } = useKitWords();
  return (
    <Base.Portal>
      <Base.Positioner className={overlay["layer"]} sideOffset={4} collisionPadding={8}>
        <Base.Popup className={overlay["popup"]} aria-busy={state === "searching"}>
          {/* Both stay mounted: a live region that comes with its words is not read out. */}
          <Base.Status className={overlay["note"]}>{state === "idle" ? null : word(state)}</Base.Status>
          <Base.Empty className={overlay["note"]}>{state === "idle" ? word("nothing") : null}</Base.Empty>
          <Base.List onScrollCapture={scrolled}>
            <Dismissal />
            {many ? <ManyOptions handle={handle} /> : <FewOptions />}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/** The library puts buttons for screen readers around the list, which are called "Dismiss" in every language. */
function Dismissal() {
  const { word } = useKitWords();
  useEffect(() => {
    for (const button of document.querySelectorAll('[aria-label="Dismiss"]')) {
      button.setAttribute("aria-label", word("close"));
    }
  });
  return null;
}

function Content({ item }: { item: Option }) {
  return (
    <>
      <span>{item.label}</span>
      {item.detail !== undefined && <em className={styles["detail"]}>{item.detail}</em>}
      <Base.ItemIndicator render={<Check size={14} aria-hidden />} />
    </>
  );
}

/** One that cannot be chosen is there all the same; its detail says why, and a pointer that rests on it as well. */
const barred = ({ disabled = false, detail }: Option) => ({
  disabled,
  title: disabled ? detail : undefined,
});

function FewOptions() {
  const items = Base.useFilteredItems<Option>();
  return (
    <Base.List className={overlay["list"]}>
      {items.map((item) => (
        <Base.Item key={item.value} value={item} className={overlay["item"]} {...barred(item)}>
          <Content item={item} />
        </Base.Item>
      ))}
    </Base.List>
  );
}

/** Heights of an option for a mouse and for a finger, px. */
const HEIGHT = { mouse: 34, finger: 44 } as const;

/** Only the options in view are mounted: 10,000 mounted ones take seconds. Mounted anew with each opening. */
function ManyOptions({ handle }: { handle: Ref<Rows> }) {
  const items = Base.useFilteredItems<Option>();
  const scroller = useRef<HTMLDivElement>(null);
  // It renders by itself when it is scrolled; the compiler that this would confuse is not used.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () =>
      matchMedia("(max-width: 599.98px), (pointer: coarse)").matches ? HEIGHT.finger : HEIGHT.mouse,
    overscan: 8,
    useFlushSync: false,
  });
  useImperativeHandle(handle, () => rows);
  useEffect(() => rows.measure(), [rows]);
  return (
    // The list itself scrolls: a part of it that did would have to be reachable by itself.
    <Base.List ref={scroller} className={overlay["list"]}>
      <div role="presentation" className={styles["virtual"]} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, size }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <Base.Item
              key={item.value}
              index={index}
              value={item}
              className={overlay["item"]}
              {...barred(item)}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              <Content item={item} />
            </Base.Item>
          );
        })}
      </div>
    </Base.List>
  );
}
