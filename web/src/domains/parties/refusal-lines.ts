// Why something was refused, as these pages say it: each rule with its code.
import { useCallback } from "react";
import type { GuardError } from "@heliograph/contract/kernel/problem";
import type { TextKey } from "../../app/texts/keys.ts";
import { isOfFields, Refused, refusalText, ruleLine } from "../../platform/http.ts";
import { useGuardMessage, useServerText, useText } from "../../platform/i18n.tsx";
import { say } from "../../ui/feedback/say.ts";

/** What the server calls the fields that are missing, and their labels here. */
const FIELD_LABELS: Readonly<Record<string, TextKey>> = {
  "English name": "parties.englishName",
  "registration number": "parties.registrationNumber",
  address: "parties.address",
  country: "parties.country",
  province: "parties.province",
  email: "parties.email",
  "contact number": "parties.contactNumber",
  "account type": "parties.accountType",
  "registration document": "parties.doc_registration",
};

type Rule = Pick<GuardError, "code" | "message" | "params">;

/** Returns the function that writes the message of one broken rule in the language of the page. */
export function useRuleMessage(): (rule: Rule) => string {
  const t = useText();
  const guardMessage = useGuardMessage();
  return useCallback(
    ({ code, message, params = {} }) => {
      const labelOf = (name: string) => {
        const key = FIELD_LABELS[name];
        return key === undefined ? name : t(key);
      };
      if (code === "ACC-003") {
        return t("parties.fillIn", { names: String(params["names"]).split(", ").map(labelOf).join(", ") });
      }
      return code === "ACC-010" ? t("parties.leftovers", params) : guardMessage({ message, params });
    },
    [t, guardMessage],
  );
}

/** Returns the function that writes one broken rule: its code and its message in the language of the page. */
export function useRuleText(): (rule: Rule) => string {
  const message = useRuleMessage();
  return useCallback((rule) => ruleLine({ code: rule.code, message: message(rule) }), [message]);
}

/** Returns the function that writes a refusal: a line for each rule that was broken. */
export function useRefusalLines(): (error: unknown) => readonly string[] {
  const rule = useRuleText();
  const serverText = useServerText();
  return useCallback(
    (error) => {
      if (!(error instanceof Refused)) return [serverText(refusalText(error))];
      const { code, message, errors } = error;
      return errors.length > 0 ? errors.map(rule) : [rule({ code, message })];
    },
    [rule, serverText],
  );
}

/** Says over the page why a form was refused; what concerns fields alone stands beside them. */
export function useFormRefusal(): (error: unknown) => void {
  const lines = useRefusalLines();
  return (error) => {
    if (!isOfFields(error)) say.error(lines(error).join(" · "));
  };
}
