// The one way of forms: what stands in the fields is judged by the schema that the contract has for the call.
import { zodResolver } from "@hookform/resolvers/zod";
import type { Answer, Endpoint } from "@heliograph/contract/kernel/endpoint";
import { useState, type SyntheticEvent } from "react";
import {
  get,
  set,
  useForm,
  useWatch,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
} from "react-hook-form";
import type { z } from "zod";
import { Refused } from "../http.ts";
import { useServerText } from "../i18n.tsx";
import { focusFirstFault } from "./first-fault.ts";

type Body<E extends Endpoint> = z.output<E["body"]>;

/** Rules that are broken, by path of the body. */
type Faults = Readonly<Record<string, string>>;

interface FormSource<E extends Endpoint, Values extends FieldValues> {
  /** What stands in the fields at first; when it becomes another, fields that were not changed follow. */
  readonly defaults: Values;
  /** The body that the fields mean. Its names are those that faults are found by. */
  readonly toBody: (values: Values) => unknown;
  /** Rules that the contract leaves to the installation: what is broken, by path of the body. */
  readonly alsoJudge?: (values: Values) => Faults;
  readonly send: (body: Body<E>) => Promise<Answer<E>>;
  /** True: once it is sent the fields are empty again. */
  readonly clears?: boolean;
  readonly onSaved?: (answer: Answer<E>) => void;
  /** Says that it was refused; what concerns fields stands beside them besides. */
  readonly onRefused?: (error: unknown) => void;
}

/** What a control of a form is given: the kit's fields take it as it is. */
export interface FormField<Value> {
  readonly name: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly fault: string | undefined;
}

export interface ContractForm<Values extends FieldValues> {
  readonly values: Values;
  /** Value, change and fault of one field, by its path. */
  readonly field: <P extends Path<Values>>(path: P) => FormField<PathValue<Values, P>>;
  /** Changes one field, by its path. */
  readonly change: <P extends Path<Values>>(path: P, value: PathValue<Values, P>) => void;
  /** The rule that what stands at a path of the body breaks, in the language of the page; undefined: none. */
  readonly faultOf: (path: string) => string | undefined;
  /** True where something was found wrong and is not mended yet. */
  readonly invalid: boolean;
  readonly submit: (event: SyntheticEvent<HTMLFormElement>) => void;
  /** Back to what is saved. */
  readonly reset: () => void;
  /** True while it is on its way. */
  readonly busy: boolean;
  /** True when something differs from what is saved. */
  readonly dirty: boolean;
}

/**
 * A form that sends the body of an endpoint. Nothing is called wrong while it is first typed; what sending found wrong, here
 * or at the server, stands beside its field until it is mended, and the first of it has the focus.
 */
export function useContractForm<E extends Endpoint, Values extends FieldValues>(
  endpoint: E,
  source: FormSource<E, Values>,
): ContractForm<Values> {
  const form = useForm<Values, unknown, Body<E>>({
    // A whole set of values is one of defaults.
    defaultValues: source.defaults as DefaultValues<Values>,
    values: source.defaults,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    resolver: judgeBy(endpoint, source),
    // Judged again as a whole by `change`: faults have the names of the body, fields those of what is typed.
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });
  // Read while rendering: formState is a proxy that follows only what was read.
  const { errors, isDirty, isSubmitted, isSubmitting } = form.formState;
  // Every field has its default, so that none is undefined.
  const values = useWatch({ control: form.control }) as Values;
  const { faultOf, refusals, setRefusals } = useFaults(errors);
  const change: ContractForm<Values>["change"] = (path, value) => {
    form.setValue(path, value, { shouldDirty: true });
    setRefusals(({ [path]: _mended, ...others }) => others);
    if (isSubmitted) void form.trigger();
  };
  const send = async (body: Body<E>, element: HTMLFormElement) => {
    try {
      const answer = await source.send(body);
      form.reset(source.clears === true ? source.defaults : form.getValues());
      source.onSaved?.(answer);
    } catch (error) {
      setRefusals(error instanceof Refused ? ofBody(error.fields) : {});
      source.onRefused?.(error);
      focusFirstFault(element);
    }
  };
  return {
    values,
    field: (path) => fieldAt({ path, value: get(values, path), change, fault: faultOf(path) }),
    change,
    faultOf,
    invalid: Object.keys(errors).length > 0 || Object.keys(refusals).length > 0,
    submit: (event) => {
      const element = heldBack(event);
      if (isSubmitting) return;
      setRefusals({});
      const judge = form.handleSubmit(
        (body) => send(body, element),
        () => focusFirstFault(element),
      );
      void judge();
    },
    reset: () => {
      setRefusals({});
      form.reset(source.defaults);
    },
    busy: isSubmitting,
    dirty: isDirty,
  };
}

/** What is wrong, by path of the body: by our own schema, or by the server, whose rules that need not know. */
function useFaults(errors: FieldErrors) {
  const serverText = useServerText();
  const [refusals, setRefusals] = useState<Faults>({});
  const faultOf = (path: string) => {
    const fault: { message?: unknown } | undefined = get(errors, path);
    const rule = fault?.message ?? refusals[path];
    return typeof rule === "string" ? serverText(rule) : undefined;
  };
  return { faultOf, refusals, setRefusals };
}

/** Keeps the browser from sending the form that the event is of, and returns that. */
function heldBack(event: SyntheticEvent<HTMLFormElement>): HTMLFormElement {
  // React hands events on through portals: a form in a window of this form is not this form.
  event.stopPropagation();
  event.preventDefault();
  return event.currentTarget;
}

function fieldAt<Name extends string, Value>(given: {
  path: Name;
  value: Value;
  change: (path: Name, value: Value) => void;
  fault: string | undefined;
}): FormField<Value> {
  const { path, value, change, fault } = given;
  return { name: path, value, onChange: (next) => change(path, next), fault };
}

/** Judges what is typed by the schema of the body that it means, and by what the form judges besides. */
function judgeBy<E extends Endpoint, Values extends FieldValues>(
  endpoint: E,
  { toBody, alsoJudge }: FormSource<E, Values>,
): Resolver<Values, unknown, Body<E>> {
  // The schema of a body takes and gives objects; what it is given here it judges whatever it is.
  const schema = endpoint.body as unknown as z.ZodType<Body<E>, FieldValues>;
  const judge = zodResolver(schema, { error: plainWords });
  return async (values, context, options) => {
    // Only names and refs of fields stand in the options.
    const judged = await judge(toBody(values) as FieldValues, context, options as never);
    const errors: FieldErrors = judged.errors;
    for (const [path, message] of Object.entries(alsoJudge?.(values) ?? {})) {
      if (get(errors, path) === undefined) set(errors, path, { type: "custom", message });
    }
    // Faults have the names of the body.
    if (Object.keys(errors).length > 0) return { values: {}, errors: errors as FieldErrors<Values> };
    return { values: judged.values as Body<E>, errors: {} };
  };
}

/** Words for the rules that the contract has none for: zod's own are for programmers. */
const plainWords = ({ input }: { readonly input?: unknown }): string =>
  input === undefined || input === null || input === ""
    ? "Please fill this in"
    : "This value is not possible";

/** "body.email" as "email". */
const ofBody = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, rule]) => [field.replace(/^body\./, ""), rule]));
