// Short sentences over the page that say what has happened, and go by themselves.
import { CircleAlert, CircleCheck, CircleX, Info, type LucideIcon } from "lucide-react";
import { useSyncExternalStore } from "react";
import { createPortal } from "react-dom";

type Kind = "success" | "info" | "warning" | "error";

interface Said {
  readonly key: string;
  readonly kind: Kind;
  readonly content: string;
}
/** A sentence, or one with a key (the same key replaces it) and the seconds that it stays. */
type Sentence = string | { readonly content: string; readonly key?: string; readonly duration?: number };

const DEFAULT_S = 3;
const ICONS: Record<Kind, LucideIcon> = {
  success: CircleCheck,
  info: Info,
  warning: CircleAlert,
  error: CircleX,
};

let shown: readonly Said[] = [];
let count = 0;
const listeners = new Set<() => void>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();

function change(next: readonly Said[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function put(kind: Kind, sentence: Sentence): void {
  const {
    content,
    key,
    duration = DEFAULT_S,
  } = typeof sentence === "string" ? { content: sentence } : sentence;
  count += 1;
  const said = { key: key ?? `#${count}`, kind, content };
  clearTimeout(timers.get(said.key));
  change([...shown.filter((one) => one.key !== said.key), said]);
  timers.set(
    said.key,
    setTimeout(() => {
      timers.delete(said.key);
      change(shown.filter((one) => one.key !== said.key));
    }, duration * 1000),
  );
}

/** Says something over the page, from anywhere behind the login. */
export const say = {
  success: (sentence: Sentence) => put("success", sentence),
  info: (sentence: Sentence) => put("info", sentence),
  warning: (sentence: Sentence) => put("warning", sentence),
  error: (sentence: Sentence) => put("error", sentence),
} as const;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows what is said; once on a page. Screen readers hear it without being interrupted. */
export function Messages() {
  const all = useSyncExternalStore(subscribe, () => shown);
  return createPortal(
    <div className="messages" role="status" aria-live="polite">
      {all.map(({ key, kind, content }) => {
        const Icon = ICONS[kind];
        return (
          <p key={key} className={`message ${kind}`}>
            <Icon size={17} aria-hidden />
            {content}
          </p>
        );
      })}
    </div>,
    document.body,
  );
}

/** Takes back all that is said; for tests. */
export function forgetMessages(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  change([]);
}
