// The sentences over the page, by the library that keeps, shows and takes them away.
import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, CircleX, Info, X, type LucideIcon } from "lucide-react";
import { useEffect } from "react";
import { Button } from "../controls/Button.tsx";
import { classNames } from "../controls/class-names.ts";
import { useKitWords } from "../kit-words.ts";
import { isKind, receiveMessages, type Kind, type Message } from "./say.ts";
import styles from "./messages.module.css";

const DEFAULT_S: Record<Kind, number> = { success: 3, info: 3, warning: 3, error: 6 };
const ICONS: Record<Kind, LucideIcon> = {
  success: CircleCheck,
  info: Info,
  warning: CircleAlert,
  error: CircleX,
};

const manager = Toast.createToastManager();

function put(kind: Kind, { content, heading, key, duration = DEFAULT_S[kind], action }: Message): void {
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

/** F6 goes to the sentences, Escape closes one. */
export function MessageList() {
  useEffect(() => receiveMessages(put), []);
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
            // By itself it would be a dialog, which asks for an answer.
            role="group"
            aria-modal={undefined}
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
                // The library hides it from assistive technology until it has the focus, which it can have by keyboard.
                aria-hidden={undefined}
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
