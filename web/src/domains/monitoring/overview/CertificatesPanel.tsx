import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { plantCertificates } from "@heliograph/contract/registry/plant-certificates/plant-certificates";
import { memo, useContext } from "react";
import { ScreenPartsContext } from "../../../platform/screen-parts/screen-parts.ts";
import { useInSlices } from "../../../ui/feedback/in-slices.ts";

/**
 * What the plant's generation became as certificates, for whoever has a role in a business account, and to owners what they have consented to; nothing for
 * everybody else and while `answer` is undefined. It comes with what stands around it: until its code is there the `Suspense` above both waits.
 */
export const CertificatesPanel = memo(function CertificatesPanel(given: {
  answer: Answer<typeof plantCertificates> | undefined;
}) {
  const parts = useContext(ScreenPartsContext);
  // An answer that comes when the panels stand already takes none of them away while its code is fetched.
  const shown = useInSlices(given.answer);
  if (parts === null || shown === undefined) return null;
  if (shown.account === null && shown.consents.length === 0) return null;
  const { Part } = parts.plantCertificates;
  return <Part shown={shown} />;
});
