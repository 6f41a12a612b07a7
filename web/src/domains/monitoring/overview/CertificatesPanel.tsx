import { useQuery } from "@tanstack/react-query";
import { memo, Suspense, useContext } from "react";
import { ScreenPartsContext } from "../../../platform/screen-parts/screen-parts.ts";
import { certificatesQuery } from "./certificates-query.ts";

/** What the plant's generation became as certificates, for whoever has a role in a business account, and to owners what they have consented to; nothing for everybody else. */
export const CertificatesPanel = memo(function CertificatesPanel({ uid }: { uid: string }) {
  const parts = useContext(ScreenPartsContext);
  const { data } = useQuery(certificatesQuery(uid));
  if (parts === null || data === undefined) return null;
  if (data.account === null && data.consents.length === 0) return null;
  const { Part } = parts.plantCertificates;
  return (
    <Suspense fallback={null}>
      <Part shown={data} />
    </Suspense>
  );
});
