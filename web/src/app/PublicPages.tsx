import { lazy, Suspense } from "react";
import { patterns } from "./paths.ts";
import LoginScreen from "../domains/identity/LoginScreen.tsx";

const InvitationScreen = lazy(() => import("../domains/identity/InvitationScreen.tsx"));
const RegisterScreen = lazy(() => import("../domains/identity/RegisterScreen.tsx"));

/** The pages before signing in, chosen by address. */
export function PublicPages(given: { signedIn: () => void; ended: boolean; signOnFailed?: boolean }) {
  const { signedIn } = given;
  if (location.pathname === patterns.invitation) {
    return (
      <Suspense>
        <InvitationScreen />
      </Suspense>
    );
  }
  if (location.pathname !== patterns.register) return <LoginScreen {...given} />;
  return (
    <Suspense>
      <RegisterScreen signedIn={signedIn} />
    </Suspense>
  );
}
