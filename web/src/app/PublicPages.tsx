import { lazy, Suspense, type ComponentProps } from "react";
import { patterns } from "./paths.ts";
import LoginScreen from "../domains/identity/LoginScreen.tsx";

const InvitationScreen = lazy(() => import("../domains/identity/InvitationScreen.tsx"));
const RegisterScreen = lazy(() => import("../domains/identity/RegisterScreen.tsx"));

/** The pages before signing in, chosen by address. */
export function PublicPages(given: ComponentProps<typeof LoginScreen>) {
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
