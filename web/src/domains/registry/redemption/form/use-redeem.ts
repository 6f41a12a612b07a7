import {
  listRedeemable,
  listRedemptions,
  previewRedemption,
  submitRedemption,
} from "@heliograph/contract/registry/redemption/redemptions";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useCall } from "../../../../platform/api.ts";
import { useRefusalSaid } from "../../../../platform/form/use-outcome.ts";
import { useContractForm } from "../../../../platform/form/use-contract-form.ts";
import { Refused } from "../../../../platform/http.ts";
import { useConfirmation } from "../../../identity/index.ts";
import { useServiceAddress } from "../../services/service-view.ts";
import { previewQuery, redeemableQuery } from "../redemption-queries.ts";
import { productId } from "../product-id.ts";
import { claimIn, firstValues, NOTHING_SAID } from "./redeem-claim.ts";
import { useSettled } from "./use-settled.ts";

/** So long nothing is typed before the server is asked what it would mean, ms. */
const PAUSE_MS = 300;

/** The form of a redemption: what is typed, what submitting it would take, cost and break, and how it is sent. */
export function useRedeem(account: string) {
  const [search] = useSearchParams();
  const [first] = useState(() => firstValues(search));
  const [key] = useState(() => crypto.randomUUID());
  const [refused, setRefused] = useState<Refused["errors"]>([]);
  const navigate = useNavigate();
  const address = useServiceAddress();
  const said = useRefusalSaid();
  const { confirmed, dialog } = useConfirmation();
  const products = useQuery(redeemableQuery(account));
  const [only] = products.data?.items ?? [];
  const defaults =
    first.product === "" && only !== undefined ? { ...first, product: productId(only) } : first;
  const submit = useCall(submitRedemption, [listRedemptions, listRedeemable, previewRedemption]);
  const form = useContractForm(submitRedemption, {
    defaults,
    toBody: (values) => ({ ...claimIn(values), key }),
    send: (body) => {
      setRefused([]);
      return confirmed(() => submit.mutateAsync({ query: { account }, body }));
    },
    onSaved: ({ record_uid }) => void navigate(address("redemption", { record: record_uid })),
    onRefused: (error) => {
      if (error instanceof Refused && error.errors.length > 0) setRefused(error.errors);
      else said(error);
    },
  });
  const claim = claimIn(form.values);
  const asked = useSettled(claim, PAUSE_MS);
  const preview = useQuery({
    ...previewQuery(account, asked ?? NOTHING),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  return {
    form,
    claim,
    products,
    preview,
    /** True while what is shown is not yet that of what is typed. */
    isBehind: JSON.stringify(asked) !== JSON.stringify(claim) || preview.isFetching,
    refused,
    dialog,
  };
}

export type Redeem = ReturnType<typeof useRedeem>;

/** A claim of nothing, which is never asked about. */
const NOTHING = {
  registry: "IREC",
  country: "VN",
  fuel: "ES100",
  vintage: 2000,
  amount: 0,
  ...NOTHING_SAID,
  ranges: null,
} satisfies Parameters<typeof previewQuery>[1];
