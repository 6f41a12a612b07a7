import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type FormEvent,
  type ReactNode,
} from "react";
import type { ContractForm } from "../../platform/form/use-contract-form.ts";
import { useServerText } from "../../platform/i18n.tsx";

/** Values of a public form by field. */
export type FormValues = Record<string, string>;

/** What judges and sends a public form. It comes when a field is touched: with its schemas it is as large as the page. */
export interface SenderProps {
  /** Is given the form each time that something of it changes. */
  readonly onForm: (form: ContractForm<FormValues>) => void;
  /** Is given why it was refused, where that concerns no field. */
  readonly onRefusal: (message: string) => void;
  readonly signedIn: () => void;
  /** Is given the ticket with which the second step goes on, where the account asks for a code. */
  readonly onTicket: (ticket: string) => void;
}
type LoadSender = () => Promise<{ default: ComponentType<SenderProps> }>;

/** The state of a public form, and what its elements need. */
export interface PublicForm {
  readonly busy: boolean;
  /** The rule that a field breaks, translated; undefined when it breaks none. */
  readonly fault: (field: string) => string | undefined;
  /** The server's refusal, translated; null when there is none to show. */
  readonly refusal: string | null;
  readonly dismiss: () => void;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onInput: (event: FormEvent<HTMLFormElement>) => void;
  /** Stands beside the form; shows nothing. */
  readonly sender: ReactNode;
}

const nothing = () => {};

/**
 * A form whose fields are there at once and whose sender comes later. Calls `signedIn` when it worked, and `onTicket` where a code
 * is asked for besides.
 */
export function usePublicForm(
  load: LoadSender,
  signedIn: () => void,
  onTicket: (ticket: string) => void = nothing,
): PublicForm {
  const serverText = useServerText();
  const [form, setForm] = useState<ContractForm<FormValues> | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { Sender, sendLater, waiting } = useSender(load, form !== null, () => setRefusal(UNREACHABLE));
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    setRefusal(null);
    if (form === null) {
      event.preventDefault();
      return sendLater(event.currentTarget);
    }
    // What the browser has filled in by itself was never typed.
    for (const [field, value] of new FormData(event.currentTarget)) {
      if (typeof value === "string") form.change(field, value);
    }
    form.submit(event);
  };
  return {
    busy: waiting || (form?.busy ?? false),
    fault: (field) => form?.faultOf(field),
    refusal: refusal === null ? null : serverText(refusal),
    dismiss: useCallback(() => setRefusal(null), []),
    onSubmit,
    onInput: ({ target }) => {
      if (target instanceof HTMLInputElement) form?.change(target.name, target.value);
    },
    sender: Sender !== null && (
      <Sender onForm={setForm} onRefusal={setRefusal} signedIn={signedIn} onTicket={onTicket} />
    ),
  };
}

const UNREACHABLE = "The server cannot be reached";

/** Loads the sender when a field is touched, or the form is sent: then it is sent again once that is there. */
function useSender(load: LoadSender, there: boolean, failed: () => void) {
  const [Sender, setSender] = useState<ComponentType<SenderProps> | null>(null);
  /** True: it was sent before the sender was there. */
  const [early, setEarly] = useState(false);
  const unsent = useRef<HTMLFormElement | null>(null);
  const fetchSender = useCallback(async () => {
    const { default: Loaded } = await load();
    setSender(() => Loaded);
  }, [load]);
  useEffect(() => {
    // It is asked for again when the form is sent.
    const touched = () => void fetchSender().catch(() => null);
    addEventListener("focusin", touched, { once: true });
    return () => removeEventListener("focusin", touched);
  }, [fetchSender]);
  useEffect(() => {
    const form = unsent.current;
    unsent.current = null;
    if (!there) unsent.current = form;
    // The sender may come while the event of the press is still told: a form sends nothing from within that.
    else if (form !== null) setTimeout(() => form.requestSubmit());
  }, [there]);
  const sendLater = (form: HTMLFormElement) => {
    unsent.current = form;
    setEarly(true);
    fetchSender().catch(() => {
      unsent.current = null;
      setEarly(false);
      failed();
    });
  };
  return { Sender, sendLater, waiting: early && !there };
}
