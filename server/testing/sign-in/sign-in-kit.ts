// What tests of signing in start from: the calls of identity, an account, its app of codes, and an authenticator of the test's own.
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import {
  appConfig,
  confirmIdentity,
  confirmSecondFactor,
  login,
  startSecondFactor,
  type AppConfig,
} from "@heliograph/contract";
import { Secret, TOTP } from "otpauth";
import { expect, onTestFinished, vi } from "vitest";
import { identityRoutes, type SignInWays } from "../../src/domains/identity/index.ts";
import type { Db } from "../../src/platform/db.ts";
import { apiOf, newcomer, PASSWORD, signIn, type Api } from "../api-kit.ts";
import { freshDb } from "../test-kit.ts";

/** The calls of identity over a database of their own, and an account with PASSWORD that is signed in. */
export async function signInScene(ways: SignInWays = {}, settings: Partial<AppConfig> = {}) {
  const db = await freshDb();
  const api = await apiOf(db, (serve) => identityRoutes(serve, db, appConfig.parse(settings), ways));
  const who = await newcomer(db);
  const { access_token: token } = await signIn(api, login, who.email);
  return { db, api, who, token };
}

/** Proves with PASSWORD that it is still the same person. */
export async function confirm(api: Api, token: string, code?: string): Promise<void> {
  const body = { password: PASSWORD, ...(code === undefined ? {} : { code }) };
  expect((await api(confirmIdentity, { token, body })).status).toBe(200);
}

/** The code that an app with the secret shows so many steps of 30 s from now. */
export const appCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/**
 * Puts a second factor in force, by the code of the step before this one, so that the code of now is still good; answers its secret
 * and recovery codes. The clock stands from then on: codes change with the half minute.
 */
export async function withSecondFactor(api: Api, token: string) {
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  await confirm(api, token);
  const { secret } = (await api(startSecondFactor, { token })).body;
  const { status, body } = await api(confirmSecondFactor, { token, body: { code: appCode(secret, -1) } });
  expect(status).toBe(200);
  return { secret: String(secret), recovery_codes: body.recovery_codes as string[] };
}

/** What was noted of the actions, the oldest first: action and detail. */
export async function noted(db: Db, ...actions: string[]) {
  const rows = await db
    .selectFrom("audit_event")
    .select(["action", "detail"])
    .where("action", "in", actions)
    .orderBy("audit_id")
    .execute();
  return rows.map(({ action, detail }) => [action, detail] as const);
}

const cborHead = (major: number, n: number): Buffer => {
  if (n < 24) return Buffer.from([(major << 5) | n]);
  if (n < 256) return Buffer.from([(major << 5) | 24, n]);
  return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
};
type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** As much of CBOR (RFC 8949) as authenticators write. */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value);
  if (typeof value === "string") {
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  return Buffer.concat([
    cborHead(5, value.size),
    ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)]),
  ]);
}

const b64 = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();
const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const ATTESTED = 64;

interface Ceremony {
  readonly challenge: string;
  readonly origin?: string;
  readonly rpId?: string;
  /** False: its person only touched it. */
  readonly verified?: boolean;
}

const clientData = (type: string, { challenge, origin = "http://localhost" }: Ceremony) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** An authenticator with one P-256 key, as W3C Web Authentication level 3 has them write; `count` is that of its next signature. */
export function authenticator() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  const state = { count: 1, userHandle: "AAAA" };
  const authData = (
    flags: number,
    { rpId = "localhost", verified = true }: Ceremony,
    more = Buffer.alloc(0),
  ) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(state.count);
    const flag = Buffer.from([flags | USER_PRESENT | (verified ? USER_VERIFIED : 0)]);
    return Buffer.concat([sha256(rpId), flag, count, more]);
  };
  return {
    state,
    id: b64(id),
    make: (ceremony: Ceremony & { user: string }) => {
      state.userHandle = ceremony.user;
      const key = new Map<number | string, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(key)]);
      const object = new Map<number | string, Cbor>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData(ATTESTED, ceremony, attested)],
      ]);
      const response = {
        clientDataJSON: b64(clientData("webauthn.create", ceremony)),
        attestationObject: b64(cbor(object)),
        transports: ["internal"],
      };
      state.count += 1;
      return { id: b64(id), rawId: b64(id), type: "public-key", response };
    },
    sign: (ceremony: Ceremony) => {
      const client = clientData("webauthn.get", ceremony);
      const data = authData(0, ceremony);
      state.count += 1;
      const response = {
        clientDataJSON: b64(client),
        authenticatorData: b64(data),
        signature: b64(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: state.userHandle,
      };
      return { id: b64(id), rawId: b64(id), type: "public-key", response };
    },
  };
}
