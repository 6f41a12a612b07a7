// An OpenID provider on loopback (oidc-provider), and the browser that goes there and comes back.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";
import MemoryAdapter from "oidc-provider/lib/adapters/memory_adapter.js";
import { onTestFinished } from "vitest";
import type { ProviderSettings } from "../../src/domains/identity/index.ts";

/** Who signs in at the provider next. */
interface ProviderUser {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/**
 * A provider whose browser is always signed in as `user`, which a test may change; `close` takes it off the net, and `open` puts it back
 * there.
 */
export async function openIdProvider(user: ProviderUser) {
  const web = createServer();
  const listen = (on: number) =>
    new Promise<void>((resolve) => {
      web.listen(on, "127.0.0.1", resolve);
    });
  await listen(0);
  const at = web.address();
  const port = typeof at === "object" && at !== null ? at.port : 0;
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "k1", alg: "RS256", use: "sig" }] },
    adapter: MemoryAdapter,
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    cookies: { keys: ["loopback"] },
    clients: [
      {
        client_id: "portal",
        client_secret: "a secret of the test's",
        redirect_uris: ["http://localhost/sign-in/return"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...user, sub: accountId }),
    }),
  });
  const serve = provider.callback();
  web.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/") === true) void agree(provider, user, request, response);
    else serve(request, response);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      web.close(() => resolve());
      web.closeAllConnections();
    });
  onTestFinished(async () => {
    if (web.listening) await close();
  });
  const settings: ProviderSettings = {
    issuer,
    clientId: "portal",
    clientSecret: "a secret of the test's",
    name: "Loopback",
    trustsEmail: false,
  };
  return { user, settings, close, open: () => listen(port) };
}

/** Signs `user` in and consents, as the pages of a provider do when their buttons are pressed. */
// oxlint-disable-next-line max-params -- who, and the two ends of a request
async function agree(
  provider: Provider,
  user: ProviderUser,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (prompt.name === "login") {
    const result = { login: { accountId: user.sub } };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  const grant = new provider.Grant({
    accountId: session?.accountId ?? user.sub,
    clientId: String(params["client_id"]),
  });
  grant.addOIDCScope("openid email profile");
  const result = { consent: { grantId: await grant.save() } };
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

/** Goes to the address as a browser with cookies does; returns what stands in the address that leads back to the portal. */
export async function goAndReturn(url: string): Promise<{ code: string; state: string; iss: string }> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  for (let step = 0; step < 12; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const set of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = reply.headers.get("location");
    if (location === null) throw new Error(`The provider answered ${reply.status}: ${await reply.text()}`);
    next = new URL(location, next);
    if (next.pathname === "/sign-in/return") {
      const told = next.searchParams;
      return { code: told.get("code") ?? "", state: told.get("state") ?? "", iss: told.get("iss") ?? "" };
    }
  }
  throw new Error("The provider leads nowhere");
}
