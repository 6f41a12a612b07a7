import {
  moveGecRedemption,
  listGecRedemptions,
  readGecRedemption,
} from "@heliograph/contract/registry/gec/gec-redemptions";
import { listWaiting } from "@heliograph/contract/registry/services";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useRefusalSaid } from "../../../platform/form/use-outcome.ts";
import { Refused } from "../../../platform/http.ts";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import type { FieldValues } from "react-hook-form";
import { useConfirmation } from "../../identity/index.ts";
import { type GecRedemption } from "./gec-queries.ts";

/**
 * The form of a step that a party takes; `more` is the action with what it carries. Rules that it breaks are `refused`; whoever has not proved who it is lately is asked
 * to first, by what `confirmation` shows.
 */
export function useGecForm<Values extends FieldValues>({
  given,
  defaults,
  more,
}: {
  given: Pick<GecRedemption, "record_uid" | "version">;
  defaults: Values;
  more: (values: Values) => object;
}) {
  const account = useActing();
  const said = useRefusalSaid();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [refused, setRefused] = useState<Refused["errors"]>([]);
  const { confirmed, dialog } = useConfirmation();
  const act = useCall(moveGecRedemption, [readGecRedemption, listGecRedemptions, listWaiting]);
  const form = useContractForm(moveGecRedemption, {
    defaults,
    toBody: (values) => ({
      record_uid: given.record_uid,
      expected_version: given.version,
      key,
      ...more(values),
    }),
    send: (body) => {
      setRefused([]);
      // What is sent changed is another request.
      setKey(crypto.randomUUID());
      return confirmed(() => act.mutateAsync({ query: actingAs(account), body }));
    },
    onRefused: (error) => {
      if (error instanceof Refused && error.errors.length > 0) setRefused(error.errors);
      else said(error);
    },
  });
  return { form, refused, confirmation: dialog };
}
