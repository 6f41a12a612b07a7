import { lazy, Suspense } from "react";
import { patterns } from "./paths.ts";
import LoginScreen from "./domains/identity/LoginScreen.tsx";

const RegisterScreen = lazy(() => import("./domains/identity/RegisterScreen.tsx"));

/** The pages before signing in, chosen by address. */
export function PublicPages({ signedIn, ended }: { signedIn: () => void; ended: boolean }) {
  if (location.pathname !== patterns.register) return <LoginScreen signedIn={signedIn} ended={ended} />;
  return (
    <Suspense>
      <RegisterScreen signedIn={signedIn} />
    </Suspense>
  );
}
