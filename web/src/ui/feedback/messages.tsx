// Short sentences over the page that say what has happened, and go by themselves.
import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, CircleX, Info, X, type LucideIcon } from "lucide-react";
import { Button } from "../controls/Button.tsx";
import { classNames } from "../controls/class-names.ts";
import { useKitWords } from "../kit-words.ts";
import styles from "./messages.module.css";

type Kind = "success" | "info" | "warning" | "error";

interface Message {
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

const DEFAULT_S: Record<Kind, number> = { success: 3, info: 3, warning: 3, error: 6 };
const ICONS: Record<Kind, LucideIcon> = {
  success: CircleCheck,
  info: Info,
  warning: CircleAlert,
  error: CircleX,
};
const isKind = (type: string | undefined): type is Kind => type !== undefined && type in ICONS;

/** One for the page, outside React: also what is no component can say something. */
const manager = Toast.createToastManager();

function put(kind: Kind, sentence: string | Message): void {
  const message = typeof sentence === "string" ? { content: sentence } : sentence;
  const { content, heading, key, duration = DEFAULT_S[kind], action }: Message = message;
  manager.add({
    ...(key === undefined ? {} : { id: key }),
    type: kind,
    title: heading ?? content,
    ...(heading === undefined ? {} : { description: content }),
    timeout: duration * 1000,
    // Never "high": that says the sentence a second time, in the place where screen readers are interrupted.
    priority: "low",
    ...(action === undefined ? {} : { actionProps: { children: action.label, onClick: action.run } }),
  });
}

/** Says something over the page, from anywhere behind the login. */
export const say = {
  success: (sentence: string | Message) => put("success", sentence),
  info: (sentence: string | Message) => put("info", sentence),
  warning: (sentence: string | Message) => put("warning", sentence),
  error: (sentence: string | Message) => put("error", sentence),
} as const;

/** Shows what is said; once on a page, before what may say something. F6 goes to the sentences, Escape closes one. */
export function Messages() {
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <Toast.Portal>
        <List />
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager();
  const { word } = useKitWords();
  return (
    <Toast.Viewport className={styles["messages"]} aria-label={word("notices")}>
      {toasts.map((toast) => {
        const kind = isKind(toast.type) ? toast.type : "info";
        const Icon = ICONS[kind];
        return (
          <Toast.Root
            key={toast.id}
            toast={toast}
            className={classNames(styles["message"], styles[kind])}
            swipeDirection={["up", "left", "right"]}
          >
            <Toast.Content className={styles["content"]}>
              <Icon size={17} aria-hidden />
              <div>
                <Toast.Title className={styles["title"]} render={<p />} />
                <Toast.Description render={<p />} />
              </div>
              <Toast.Action render={<Button size="small" />} />
              <Toast.Close
                render={
                  <Button
                    type="bare"
                    size="small"
                    className={styles["close"]}
                    icon={<X size={14} aria-hidden />}
                    aria-label={word("close")}
                  />
                }
              />
            </Toast.Content>
          </Toast.Root>
        );
      })}
    </Toast.Viewport>
  );
}
