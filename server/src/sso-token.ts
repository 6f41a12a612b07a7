// npm run sso-token -- --email you@example.com [--name "Your Name"]
// Prints an address that signs an administrator in, once and within a minute: for installations without an identity
// provider.
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { registration, SSO_TOKEN_MAX_S } from "@heliograph/contract";
import { ownSigningKey, ssoToken } from "./domains/identity/index.ts";
import { configOrExit, runCommand, withDatabase } from "./platform/command.ts";

const USAGE = `npm run sso-token -- --email you@example.com [--name "Your Name"]`;

await runCommand(async () => {
  const { values } = parseArgs({ options: { email: { type: "string" }, name: { type: "string" } } });
  const email = registration.shape.email.safeParse(values.email);
  if (!email.success) throw new Error(`${email.error.issues[0]?.message}\nUsage: ${USAGE}`);
  const config = configOrExit();
  if (config.SSO_JWKS_URL !== undefined) {
    throw new Error("SSO_JWKS_URL is set: administrators sign on at the identity provider.");
  }
  const claims = { issuer: config.SSO_ISSUER, audience: config.SSO_AUDIENCE };
  const key = await withDatabase(config, ({ db }) => ownSigningKey(db));
  const who = { email: email.data, name: values.name, jti: randomUUID(), nowMs: Date.now() };
  const portal = config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`;
  const address = new URL("/", portal);
  address.searchParams.set("auth_token", await ssoToken(key, { ...claims, ...who }));
  process.stdout.write(
    `Signs ${who.email} in as an administrator, once, within ${SSO_TOKEN_MAX_S} seconds:\n${address.href}\n`,
  );
});
