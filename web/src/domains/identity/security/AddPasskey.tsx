import { addPasskey, passkeyOptions } from "@heliograph/contract/identity/passkeys";
import { getSecurity } from "@heliograph/contract/identity/security";
import type { Call } from "@heliograph/contract/kernel/endpoint";
import { startRegistration, WebAuthnError } from "@simplewebauthn/browser";
import { useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { someLine } from "@heliograph/contract/kernel/text";
import { call } from "../../../platform/call.ts";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { Refused } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import styles from "./SecurityScreen.module.css";

/** What is typed of the call's body; the browser makes the rest. */
const typed = { body: z.object({ name: someLine(60) }) };

/** Names a passkey, has the browser make it, and adds it to the account. */
export function AddPasskey({ close }: { close: () => void }) {
  const t = useText();
  const serverText = useServerText();
  const queries = useQueryClient();
  const form = useContractForm(typed, {
    defaults: { name: "" },
    toBody: (fields) => fields,
    send: ({ name }) => made(name),
    guarded: false,
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: [getSecurity.name] });
      say.success(t("passkeys.done"));
      close();
    },
    onRefused: (error) => say.error(serverText(whyNot(error))),
  });
  return (
    <FormDialog
      title={t("passkeys.add")}
      save={t("passkeys.make")}
      {...{ form, close }}
      className={styles.fields}
    >
      <p className={styles.lead}>{t("passkeys.nameHint")}</p>
      <TextField
        {...form.field("name")}
        label={t("passkeys.name")}
        placeholder={t("passkeys.example")}
        size="large"
        maxLength={60}
      />
    </FormDialog>
  );
}

async function made(name: string) {
  const { options } = await call(passkeyOptions, {});
  const { id, rawId, response } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject, transports } = response;
  const body: Call<typeof addPasskey>["body"] = {
    name,
    credential: {
      id,
      rawId,
      type: "public-key",
      response: {
        clientDataJSON,
        attestationObject,
        // The contract judges the words.
        ...(transports === undefined ? {} : { transports: transports as never }),
      },
    },
  };
  return call(addPasskey, { body });
}

function whyNot(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const isThere =
    error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
  return isThere ? "This device holds a passkey of the account already" : "No passkey was made";
}
