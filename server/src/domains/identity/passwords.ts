// Passwords and their hashes: argon2id as the OWASP password storage cheat sheet sets it (m = 19 MiB, t = 2, p = 1).
import { hash, hashRaw, verify } from "@node-rs/argon2";
import { PASSWORD_TEXTS } from "@heliograph/contract";
import { dictionary } from "@zxcvbn-ts/language-common";
import { Problem } from "../../platform/problem.ts";

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** A hash of random bytes nobody kept: checked when there is no account, so that the answer takes as long. */
const NOBODY =
  "$argon2id$v=19$m=19456,t=2,p=1$MJeecNWKh6UYckkKHAq7hg$EUTDXG8s1Ci4hnfyPXTditw3qqy+bH95xUuEqFpqwhc";

/** Runs what it is given, at most so many at once; null when already so many wait. */
type Gate = <T>(work: () => Promise<T>) => Promise<T> | null;

/** A gate that runs `atOnce` pieces of work in the order given and lets at most `waiting` more wait. */
export function gate(atOnce: number, waiting: number): Gate {
  const queue: (() => void)[] = [];
  let running = 0;
  // The turn is handed on without being given back, so that nobody slips in between.
  const handOn = () => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  const inTurn = async <T>(turn: Promise<void>, work: () => Promise<T>): Promise<T> => {
    await turn;
    try {
      return await work();
    } finally {
      handOn();
    }
  };
  return (work) => {
    if (running < atOnce) {
      running += 1;
      return inTurn(Promise.resolve(), work);
    }
    if (queue.length >= waiting) return null;
    const turn = new Promise<void>((resolve) => {
      queue.push(resolve);
    });
    return inTurn(turn, work);
  };
}

// Two at once leave half of libuv's four threads to signatures, files and name look-ups. At about 50 ms each,
// those who wait get their turn within five seconds.
const hashing = gate(2, 200);

function hashed<T>(work: () => Promise<T>): Promise<T> {
  const turn = hashing(work);
  if (turn === null) {
    throw new Problem(
      429,
      "too_many_attempts",
      "Too many people are signing in, please try again",
      undefined,
      5,
    );
  }
  return turn;
}

/** The argon2id hash to keep of a password, in PHC text form. Refuses `too_many_attempts` when too many wait. */
export async function passwordHash(password: string): Promise<string> {
  return hashed(() => hash(normal(password), COST));
}

/** The argon2id hash of a short secret with a salt of its owner's, 32 bytes. Refuses `too_many_attempts` when too many wait. */
export async function saltedHash(text: string, salt: Uint8Array): Promise<Buffer> {
  return hashed(() => hashRaw(text, { ...COST, salt }));
}

/**
 * Whether the password is the one of the hash. Without a hash (no account, or one that has no password) the answer
 * is false and takes as long. Refuses `too_many_attempts` when too many wait.
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await hashed(() => verify(stored ?? NOBODY, normal(password)));
  return matches && typeof stored === "string";
}

/** Keyboards write the same letters in different code points; NIST SP 800-63B 5.1.1.2 asks for one form. */
const normal = (password: string) => password.normalize("NFKC");

/** The commonest, in lower case: guessed first, by people and by programs. */
const COMMON_COUNT = 10_000;
const common = new Set(dictionary["passwords-common"].slice(0, COMMON_COUNT));

/**
 * Refuses a password that may not be set, naming the field: shorter than the installation's minimum, counted in code points
 * (M167), or one of the 10,000 commonest, in whatever case (NIST SP 800-63B 5.1.1.2). `anyWord` lets those through: the
 * known password of the demonstration.
 */
export function mustBeAllowed(password: string, least: number, field: string, anyWord = false): void {
  const isShort = Array.from(password).length < least;
  if (!isShort && (anyWord || !common.has(normal(password).toLowerCase()))) return;
  const message = isShort ? PASSWORD_TEXTS.tooShort(least) : PASSWORD_TEXTS.tooCommon;
  throw new Problem(400, "request.invalid", message, { [field]: message });
}
