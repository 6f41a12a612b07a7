import { patterns } from "./paths.ts";
import LoginScreen from "./domains/identity/LoginScreen.tsx";
import RegisterScreen from "./domains/identity/RegisterScreen.tsx";

/** The pages before signing in, chosen by address. */
export function PublicPages({ signedIn, ended }: { signedIn: () => void; ended: boolean }) {
  if (location.pathname === patterns.register) return <RegisterScreen signedIn={signedIn} />;
  return <LoginScreen signedIn={signedIn} ended={ended} />;
}
