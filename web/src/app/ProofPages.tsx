import { lazy, Suspense } from "react";
import { patterns } from "./paths.ts";
import { ProofFrame } from "../domains/registry/proofs/ProofFrame.tsx";

const SupplyScreen = lazy(() => import("../domains/registry/proofs/SupplyScreen.tsx"));
const VerifyScreen = lazy(() => import("../domains/registry/proofs/VerifyScreen.tsx"));

/** The pages of the proofs of certificates, chosen by address: for anybody, in a frame without menu. */
export function ProofPages() {
  const [, given = ""] = /^\/verify\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  return (
    <ProofFrame home={patterns.login}>
      <Suspense>
        {location.pathname.replace(/\/$/, "") === patterns.supply ? (
          <SupplyScreen />
        ) : (
          <VerifyScreen given={decoded(given)} />
        )}
      </Suspense>
    </ProofFrame>
  );
}

/** What stands in the address; as it is where it is none. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
