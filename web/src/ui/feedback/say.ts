// Says short sentences over the page, from anywhere; messages.tsx shows them.

export type Kind = "success" | "info" | "warning" | "error";

export interface Message {
  readonly content: string;
  /** Above the content, where that alone does not say what it is about. */
  readonly heading?: string;
  /** The same key replaces the sentence. */
  readonly key?: string;
  /** Seconds that it stays; longer while the pointer or the focus is on it. */
  readonly duration?: number;
  /** What can be done about it, as taking it back. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

type Receive = (kind: Kind, message: Message) => void;

/** True for the kinds of sentences. */
export const isKind = (type: string | undefined): type is Kind =>
  type === "success" || type === "info" || type === "warning" || type === "error";

// One for the page, outside React: also what is no component can say something. What shows sentences is fetched with the
// first of them.
const waiting: [Kind, Message][] = [];
const listeners = new Set<() => void>();
let receive: Receive | null = null;
let isAsked = false;

function put(kind: Kind, sentence: string | Message): void {
  const message = typeof sentence === "string" ? { content: sentence } : sentence;
  if (receive !== null) {
    receive(kind, message);
    return;
  }
  waiting.push([kind, message]);
  isAsked = true;
  for (const heard of listeners) heard();
}

/** Hands every sentence over from now on, those first that have waited; the function returned ends it. */
export function receiveMessages(by: Receive): () => void {
  receive = by;
  for (const [kind, message] of waiting.splice(0)) by(kind, message);
  return () => {
    receive = null;
  };
}

/** Says something over the page, from anywhere behind the login. */
export const say = {
  success: (sentence: string | Message) => put("success", sentence),
  info: (sentence: string | Message) => put("info", sentence),
  warning: (sentence: string | Message) => put("warning", sentence),
  error: (sentence: string | Message) => put("error", sentence),
} as const;

/** Hears when something is said for the first time; the function returned ends it. */
export function onFirstMessage(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** True once something has been said. */
export const hasSpoken = (): boolean => isAsked;
