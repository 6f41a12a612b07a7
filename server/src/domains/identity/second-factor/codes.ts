// Codes of authenticator apps (RFC 6238: SHA-1, 6 digits, 30 seconds, as all apps have them) and recovery codes.
import { RECOVERY_CODES } from "@heliograph/contract";
import { Secret, TOTP } from "otpauth";

const PERIOD_S = 30;
/** Clocks of phone and server may differ by one code either way (RFC 6238, 5.2). */
const WINDOW = 1;
/** RFC 4226 asks for 128 bits at least and recommends 160. */
const SECRET_BYTES = 20;

const app = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_S,
  });

/** A new secret in base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that an app reads from a QR code: whose secret it is, and of which product. */
export const appUri = (secret: string, issuer: string, label: string): string =>
  app(secret, { issuer, label }).toString();

/** The step of time that the six digits are of; null: of none near the instant (ms since 1970). */
export function codeStep(secret: string, digits: string, nowMs: number): number | null {
  const delta = app(secret).validate({ token: digits, timestamp: nowMs, window: WINDOW });
  return delta === null ? null : Math.floor(nowMs / 1000 / PERIOD_S) + delta;
}

/** Letters and digits that are not mistaken for one another, 32 of them. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 10;

/** New recovery codes of 50 bits, as they are typed. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) {
    const bytes = crypto.getRandomValues(new Uint8Array(CODE_LENGTH));
    // 256 is eight times the letters: none is more frequent.
    const code = Array.from(bytes, (byte) => LETTERS.charAt(byte % LETTERS.length)).join("");
    // Six digits are a code of the app; ten alone would read like a telephone number.
    if (/[A-Z]/.test(code)) codes.add(code);
  }
  return [...codes];
}

/** The code as it is shown: `ABCDE-FGH23`. */
export const shownCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
