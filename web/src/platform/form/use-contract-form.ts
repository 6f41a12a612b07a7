// The one way of forms: what stands in the fields is judged by the schema that the contract has for the call.
import { zodResolver } from "@hookform/resolvers/zod";
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
  type UseFormReturn,
} from "react-hook-form";
import type { z } from "zod";
import { Refused } from "../http.ts";
import { useGuardText, useServerText } from "../i18n.tsx";
import { focusFirstFault } from "./first-fault.ts";
import { useUnsavedReport } from "./unsaved.ts";

/** What a form sends is the body of a call. */
interface Sends {
  readonly body: z.ZodType;
}
type Body<C extends Sends> = z.output<C["body"]>;

/** Rules that are broken, by path of the body. */
type Faults = Readonly<Record<string, string>>;

interface FormSource<C extends Sends, Values extends FieldValues, Answer> {
  /** What stands in the fields at first; when it becomes another, fields that were not changed follow. */
  readonly defaults: Values;
  /** The body that the fields mean. Its names are those that faults are found by. */
  readonly toBody: (values: Values) => unknown;
  /** Rules that the contract leaves to the installation: what is broken, by path of the body. */
  readonly alsoJudge?: (values: Values) => Faults;
  readonly send: (body: Body<C>) => Promise<Answer>;
  /** True: once it is sent the fields are empty again. */
  readonly clears?: boolean;
  /** True: what is wrong is said while it is typed, and not only once it was sent. */
  readonly atOnce?: boolean;
  /** False: nobody is asked when it is left unsent, because it only asks for something. */
  readonly guarded?: boolean;
  readonly onSaved?: (answer: Answer) => void;
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
  /** Changes several fields together. */
  readonly fill: (part: Partial<Values>) => void;
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

/** Nothing is kept by what `resetOptions` say of other defaults. */
const WHOLLY = { keepDirtyValues: false, keepErrors: false };

/**
 * A form that sends the body of an endpoint. Nothing is called wrong while it is first typed; what sending found wrong, here
 * or at the server, stands beside its field until it is mended, and the first of it has the focus. Who leaves its page or
 * window over what is not saved is asked first.
 */
export function useContractForm<C extends Sends, Values extends FieldValues, Answer>(
  endpoint: C,
  source: FormSource<C, Values, Answer>,
): ContractForm<Values> {
  const form = useForm<Values, unknown, Body<C>>({
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
  const guardText = useGuardText();
  // What is on its way is not thrown away by leaving; when it is refused it is unsaved again.
  const saved = useUnsavedReport(isDirty && !isSubmitting && source.guarded !== false);
  const { change, fill } = useChanges(form, {
    mended: (path) => setRefusals(({ [path]: _mended, ...others }) => others),
    judges: isSubmitted || source.atOnce === true,
  });
  const send = async (body: Body<C>, element: HTMLFormElement) => {
    try {
      const answer = await source.send(body);
      form.reset(source.clears === true ? source.defaults : form.getValues(), WHOLLY);
      saved();
      source.onSaved?.(answer);
    } catch (error) {
      setRefusals(error instanceof Refused ? ofBody(faultsIn(error, guardText)) : {});
      source.onRefused?.(error);
      focusFirstFault(element);
    }
  };
  return {
    values,
    field: (path) => fieldAt({ path, value: get(values, path), change, fault: faultOf(path) }),
    change,
    fill,
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
      form.reset(source.defaults, WHOLLY);
    },
    busy: isSubmitting,
    dirty: isDirty,
  };
}

/** Changes what is typed, one field or several. `judges`: it is judged anew as a whole then. */
function useChanges<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  { mended, judges }: { mended: (path: string) => void; judges: boolean },
): Pick<ContractForm<Values>, "change" | "fill"> {
  const put: ContractForm<Values>["change"] = (path, value) => {
    form.setValue(path, value, { shouldDirty: true });
    mended(path);
  };
  const judge = () => {
    if (judges) void form.trigger();
  };
  return {
    change: (path, value) => {
      put(path, value);
      judge();
    },
    fill: (part) => {
      // The keys of a part of the values are paths of them, with the values of those.
      for (const [path, value] of Object.entries(part)) put(path as Path<Values>, value as never);
      judge();
    },
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
function judgeBy<C extends Sends, Values extends FieldValues, Answer>(
  { body }: C,
  { toBody, alsoJudge }: FormSource<C, Values, Answer>,
): Resolver<Values, unknown, Body<C>> {
  // The schema of a body takes and gives objects; what it is given here it judges whatever it is.
  const schema = body as unknown as z.ZodType<Body<C>, FieldValues>;
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
    return { values: judged.values as Body<C>, errors: {} };
  };
}

/** Words for the rules that the contract has none for: zod's own are for programmers. */
const plainWords = ({ input }: { readonly input?: unknown }): string =>
  input === undefined || input === null || input === ""
    ? "Please fill this in"
    : "This value is not possible";

/** What is wrong with each field; a rule of a record with its code. */
const faultsIn = (
  { fields, errors }: Refused,
  guardText: ReturnType<typeof useGuardText>,
): Readonly<Record<string, string>> => ({
  ...fields,
  ...Object.fromEntries(
    errors.flatMap((rule) => (rule.field === undefined ? [] : [[rule.field, guardText(rule)] as const])),
  ),
});

/** "body.email" as "email"; a form of an upload sends its fields as the query. */
const ofBody = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, rule]) => [field.replace(/^(?:body|query)\./, ""), rule]),
  );
