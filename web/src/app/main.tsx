// The entry. Signed in or not decides which half of the app is loaded: the public one has no router.
// First of all: what is loaded later makes schemas.
// oxlint-disable-next-line import/no-unassigned-import
import "../platform/zod-without-eval.ts";
import { startTransition, StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { homeOf, isProofPage, isPublic, paths, patterns, waitsForSignIn } from "./paths.ts";
import { takeAuthToken } from "../platform/session/auth-token.ts";
import { takeReturn } from "../platform/session/provider-visit.ts";
import { nextTask } from "../platform/loading.ts";
import { LanguageProvider, storedLang, type LoadTexts } from "../platform/i18n.tsx";
import { accessToken, forgetSession, portalType, takeSessionEnd } from "../platform/session.ts";
import { ThemeProvider } from "../platform/theme.tsx";
import { PublicPages } from "./PublicPages.tsx";
import { PROOF_TEXTS } from "./screens.ts";
import { loadTexts, openTexts } from "./texts/load-texts.ts";
import "../ui/tokens/tokens.css";
import "../ui/tokens/fonts.css";
import "../ui/tokens/base.css";

const element = document.getElementById("root");
if (element === null) throw new RangeError("index.html has no #root");
const root = createRoot(element);

async function show(half: "public" | "app", load: LoadTexts, content: ReactNode): Promise<void> {
  const lang = storedLang();
  const first = { lang, translate: await load(lang) };
  // In slices, as what comes later: a page that is being made answers to its reader.
  startTransition(() =>
    root.render(
      // The key starts the language and the theme afresh between the two halves: an account may bring its own theme.
      <StrictMode key={half}>
        <ThemeProvider>
          <LanguageProvider load={load} first={first}>
            {content}
          </LanguageProvider>
        </ThemeProvider>
      </StrictMode>,
    ),
  );
}

async function showApp(justSignedIn: boolean): Promise<void> {
  const { App, isOver, startApp } = await import("./App.tsx");
  // To read the code is a task of its own.
  await nextTask();
  if (isOver()) {
    // Before anything is asked for in its name (M140).
    forgetSession("expired");
    return showLogin(true);
  }
  await show("app", loadTexts, <App {...startApp()} justSignedIn={justSignedIn} />);
}

async function showLogin(ended: boolean): Promise<void> {
  const { pathname } = location;
  if (!isPublic(pathname) && !waitsForSignIn(pathname)) history.replaceState(null, "", paths.login());
  addEventListener("focusin", prepare, { once: true });
  await show("public", loadTexts, <PublicPages signedIn={signedIn} ended={ended} />);
}

/** From the login page into the app, in the same document. */
function signedIn(): void {
  const { pathname, hash } = location;
  const isInvited = hash !== "" && (waitsForSignIn(pathname) || pathname === patterns.register);
  const next = isInvited ? paths.recInvitation(hash.slice(1)) : homeOf(portalType());
  history.replaceState(null, "", next);
  void showApp(true);
}

/** Fetches the app while the login form is being filled in. */
function prepare(): void {
  void import("./App.tsx");
  void import("../domains/monitoring/portfolio/ProjectListScreen.tsx");
}

/** M27: an administrator comes with a token that is good once. When it is refused, the login page says so. */
async function signOn(token: string): Promise<void> {
  const { default: SignOnScreen } = await import("../domains/identity/SignOnScreen.tsx");
  await show("public", loadTexts, <SignOnScreen />);
  const { signOnWith } = await import("../domains/identity/sign-in.ts");
  if (await signOnWith(token)) return signedIn();
  return show("public", loadTexts, <PublicPages signedIn={signedIn} ended={false} signOnFailed />);
}

/**
 * Who comes back from the OpenID provider: signed in, asked for a code, or told why not. Who went there to link the account finds
 * under Security what came of it.
 */
async function comeBack(): Promise<void> {
  const returned = takeReturn();
  if (returned?.to === "link" && accessToken() !== null) {
    const { linkWithProvider } = await import("../domains/identity/security/link-provider.ts");
    await linkWithProvider(returned.body);
    history.replaceState(null, "", paths.security());
    return showApp(false);
  }
  const { default: SignOnScreen } = await import("../domains/identity/SignOnScreen.tsx");
  await show("public", loadTexts, <SignOnScreen />);
  const { signInFromProvider } = await import("../domains/identity/sign-in.ts");
  const came = await signInFromProvider(returned?.to === "sign in" ? returned.body : null);
  if ("ticket" in came && came.ticket === null) return signedIn();
  const cameBack = "refused" in came ? came : { ticket: came.ticket ?? "" };
  return show("public", loadTexts, <PublicPages signedIn={signedIn} ended={false} cameBack={cameBack} />);
}

/** Proofs of certificates, with the texts of their own: the same to everybody, signed in or not. */
async function showProofs(): Promise<void> {
  const [{ ProofPages }] = await Promise.all([import("./ProofPages.tsx"), openTexts(PROOF_TEXTS)]);
  await show("public", loadTexts, <ProofPages />);
}

/** The page of controls, of the development server alone. */
async function showGallery(): Promise<void> {
  const { Gallery } = await import("./gallery/Gallery.tsx");
  await show("app", loadTexts, <Gallery />);
}

/** M25 and M26: without a token everything leads to the login, with one the login leads home. */
async function start(): Promise<void> {
  if (import.meta.env.DEV && location.pathname === "/ui") return showGallery();
  if (isProofPage(location.pathname)) return showProofs();
  const token = takeAuthToken();
  if (token !== null) return signOn(token);
  if (location.pathname === patterns.providerReturn && location.search !== "") return comeBack();
  // Whether signed in or not: it is for either.
  if (location.pathname === patterns.invitation) return showLogin(false);
  if (accessToken() !== null) {
    if (isPublic(location.pathname)) history.replaceState(null, "", homeOf(portalType()));
    return showApp(false);
  }
  await showLogin(takeSessionEnd() === "expired");
}

void start();
