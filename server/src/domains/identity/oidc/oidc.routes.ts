import {
  finishProviderLink,
  finishProviderSignIn,
  PROVIDER_REFUSED,
  PROVIDER_RETURN_PATH,
  PROVIDER_UNLINKED,
  startProviderLink,
  startProviderSignIn,
  unlinkProvider,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Origin, Serve } from "../../../platform/http.ts";
import { guardedFetch } from "../../../platform/outbound/fetch.ts";
import { hostAndPort, type OutboundAllow } from "../../../platform/outbound/target.ts";
import { Problem } from "../../../platform/problem.ts";
import { attempt, forgive, openCallLimits } from "../attempts.sql.ts";
import { audit } from "../audit.sql.ts";
import { portalOrigin } from "../portal-address.ts";
import { lastWay } from "../passkeys/passkey.routes.ts";
import { beginOrAsk } from "../second-factor/first-step.routes.ts";
import { mustBeConfirmed } from "../security/confirmation.sql.ts";
import { hasAnotherWay } from "../security/sessions.sql.ts";
import { endVisit, identityOf, link, linkByEmail, linkedAccount, putVisit, unlink } from "./identity.sql.ts";
import {
  newVisit,
  providerOf,
  type Provider,
  type ProviderPerson,
  type ProviderSettings,
} from "./provider.ts";

interface Installed {
  readonly publicUrl: string | undefined;
  /** Undefined: the installation has none, and every call says so. */
  readonly settings: ProviderSettings | undefined;
  /** What the provider may be asked at beside its issuer. */
  readonly allow: OutboundAllow;
  /** Whether anyone may make an account. */
  readonly registrationOpen: boolean;
}

/** For one request to the provider. */
const TIMEOUT_MS = 5000;

/** The operator has set the issuer, so it may be an inner one; where that sends the server on to another host, the rules of all hold. */
const askAt = ({ issuer }: ProviderSettings, allow: OutboundAllow) =>
  guardedFetch(TIMEOUT_MS, [...allow, hostAndPort(new URL(issuer))]);

/** Serves signing in at the OpenID provider of the installation, and linking accounts with it. */
export function oidcRoutes(serve: Serve, db: Db, installed: Installed): void {
  const { settings, allow } = installed;
  const provider = settings === undefined ? undefined : providerOf(settings, askAt(settings, allow));
  const there = (): { provider: Provider; settings: ProviderSettings } => {
    if (provider === undefined || settings === undefined) {
      throw isOff();
    }
    return { provider, settings };
  };

  serve.public(startProviderSignIn, async ({ origin }) => {
    const at = there();
    const tried = await attempt(db, openCallLimits("provider", origin.address));
    const way = await wayTo(db, at.provider, { returnTo: returnUrl(installed, origin), account_id: null });
    await forgive(db, tried);
    return way;
  });

  serve.public(finishProviderSignIn, async ({ body, origin }) => {
    const at = there();
    const { address } = origin;
    const tried = await attempt(db, openCallLimits("provider", address));
    const person = await personBack(db, at.provider, body, { account_id: null, address });
    const account =
      (await linkedAccount(db, person)) ??
      (await accountByEmail(db, person, { ...at.settings, ...installed, address }));
    if (account === null) {
      await audit(db, { account_id: null, address, action: "provider.refused", detail: { why: "unlinked" } });
      throw new Problem(401, "provider.unlinked", PROVIDER_UNLINKED);
    }
    const answer = await beginOrAsk(db, account, origin, "provider");
    if (answer === null) throw refused();
    await forgive(db, tried);
    return answer;
  });
  serveLinks(serve, db, { installed, there });
}

function serveLinks(
  serve: Serve,
  db: Db,
  {
    installed,
    there,
  }: { installed: Installed; there: () => { provider: Provider; settings: ProviderSettings } },
): void {
  serve(startProviderLink, async ({ session, origin }) => {
    const at = there();
    const { account_id } = session;
    // Administrators sign on by a token (decision 0050).
    if (session.kind === "admin") throw isOff();
    await mustBeConfirmed(db, session);
    if ((await identityOf(db, account_id, at.settings.issuer)) !== null) throw linkedAlready();
    return wayTo(db, at.provider, { returnTo: returnUrl(installed, origin), account_id });
  });

  serve(finishProviderLink, async ({ body, session, origin }) => {
    const { account_id } = session;
    const { address } = origin;
    const person = await personBack(db, there().provider, body, { account_id, address });
    await db.transaction().execute(async (tx) => {
      if (!(await link(tx, account_id, person))) throw linkedAlready();
      await audit(tx, { account_id, address, action: "provider.linked", detail: { by: "session" } });
    });
    return { message: "The account is linked" };
  });

  serve(unlinkProvider, async ({ session, origin }) => {
    const { issuer } = there().settings;
    const { account_id } = session;
    await mustBeConfirmed(db, session);
    await db.transaction().execute(async (tx) => {
      const isLast = !(await hasAnotherWay(tx, account_id));
      if (!(await unlink(tx, account_id, issuer))) {
        throw new Problem(404, "provider.not_linked", "The account is not linked");
      }
      if (isLast) throw lastWay();
      await audit(tx, { account_id, address: origin.address, action: "provider.unlinked" });
    });
    return { message: "The account is not linked any more" };
  });
}

async function wayTo(
  db: Db,
  provider: Provider,
  { returnTo, account_id }: { returnTo: string; account_id: number | null },
) {
  const visit = newVisit(returnTo);
  const url = await provider.address(visit);
  return { url: url.href, browser_secret: await putVisit(db, visit, account_id) };
}

interface Returned {
  readonly code: string;
  readonly state: string;
  readonly iss?: string | undefined;
  readonly browser_secret: string;
}

/** Who has come back. Refuses `provider.refused` in one sentence; the reason is for the audit log. */
async function personBack(
  db: Db,
  provider: Provider,
  { code, state, iss, browser_secret }: Returned,
  { account_id, address }: { account_id: number | null; address: string },
): Promise<ProviderPerson> {
  const visit = await endVisit(db, { state, browser_secret }, account_id);
  const person =
    visit === null ? "state" : await provider.person(visit, backAt(visit.return_url, { code, state, iss }));
  if (typeof person !== "string") return person;
  await audit(db, { account_id, address, action: "provider.refused", detail: { why: person } });
  throw refused();
}

/** The address that the browser was sent back to. */
function backAt(return_url: string, put: { code: string; state: string; iss: string | undefined }): URL {
  const url = new URL(return_url);
  for (const [name, value] of Object.entries(put)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

/** The account of the verified e-mail where the installation trusts in it; null: none may be opened by it. */
async function accountByEmail(
  db: Db,
  person: ProviderPerson,
  {
    trustsEmail,
    registrationOpen,
    address,
  }: Pick<ProviderSettings, "trustsEmail"> & Installed & { address: string },
) {
  const { email } = person;
  if (!trustsEmail || email === null) return null;
  return db
    .transaction()
    .execute((tx) => linkByEmail(tx, { ...person, email }, { address, makesAccounts: registrationOpen }));
}

/** Where the provider sends browsers back to; refuses `portal.address` where the portal does not know its own address. */
function returnUrl({ publicUrl }: Installed, { host }: Origin): string {
  const origin = portalOrigin(publicUrl, host);
  if (origin !== null) return `${origin}${PROVIDER_RETURN_PATH}`;
  const message = "The portal does not know its own address: its operator sets PUBLIC_URL";
  throw new Problem(409, "portal.address", message);
}

const isOff = () => new Problem(404, "provider.off", "This installation has no sign-in at a provider");
const refused = () => new Problem(401, "provider.refused", PROVIDER_REFUSED);
const linkedAlready = () =>
  new Problem(409, "provider.linked", "The account, or the sign-in at the provider, is linked already");
