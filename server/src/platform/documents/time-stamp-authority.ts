// Time stamps of an authority that the operator names (RFC 3161): what it answers is taken only where it is the answer to what was asked.
import { randomBytes } from "node:crypto";
import {
  checkTimeStamp,
  DER,
  derAt,
  derContent,
  derHex,
  derInside,
  derMust,
  derWhole,
  readSignedData,
} from "@heliograph/contract";
import type { TimestampAuthority } from "@libpdf/core";
import { Integer, Null, OctetString } from "asn1js";
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from "pkijs";
import { requestOutside } from "../outbound/request.ts";
import { hostAndPort } from "../outbound/target.ts";
import { SERVER_TOOLS } from "./signature-tools.ts";

/** For all of an answer: documents are made one after the other, and one that waits keeps the others waiting. */
const TIMEOUT_MS = 10_000;
/** Tokens have some 6 kB with the certificates up to the root. */
export const TIME_STAMP_BYTES = 16_384;
const SHA256 = "2.16.840.1.101.3.4.2.1";
const NONCE_BYTES = 16;
/** granted, and granted with changes (RFC 3161, 2.4.2). */
const GRANTED = new Set(["00", "01"]);
const WORDS_LENGTH = 200;

/**
 * The authority at the address, which the operator vouches for. Its `timestamp` resolves to a token that holds over the digest (SHA-256) and
 * answers the very request; it rejects with an Error that says why there is none, `timeout_ms` after it was asked at the latest. Redirects are not
 * followed.
 */
export function timeStampAuthority(url: string, timeout_ms = TIMEOUT_MS): TimestampAuthority {
  const allow = [hostAndPort(new URL(url))];
  return {
    timestamp: async (digest) => {
      const nonce = freshNonce();
      const result = await requestOutside(
        {
          url,
          method: "POST",
          headers: {
            "content-type": "application/timestamp-query",
            accept: "application/timestamp-reply",
          },
          body: requestOf(digest, nonce),
          timeout_ms,
          most_bytes: TIME_STAMP_BYTES,
        },
        allow,
      );
      if (result.kind !== "answer") throw fault(`does not answer: ${result.kind}, ${result.why}`);
      if (result.status !== 200) throw fault(`answered with status ${result.status}`);
      if (result.is_cut) throw fault(`answered with more than ${TIME_STAMP_BYTES} bytes`);
      const token = tokenIn(new Uint8Array(result.body));
      if (nonceIn(token) !== nonce.toString("hex")) {
        throw fault("answered another request: its nonce is not ours");
      }
      const isOurs = (hash: string, imprint: Uint8Array) =>
        hash === "sha256" && Buffer.from(digest).equals(imprint);
      const { state } = checkTimeStamp(token, isOurs, SERVER_TOOLS);
      if (state === "failed") throw fault("gave a time stamp that does not hold over what was asked for");
      if (state === "unknown") throw fault("signs in a way that is not known here");
      return token;
    },
  };
}

const fault = (what: string) => new Error(`The time stamp authority ${what}`);

/** A number that begins with no zero and is not negative, so that it is written in one way. */
function freshNonce(): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  return nonce;
}

function requestOf(digest: Uint8Array, nonce: Uint8Array): Uint8Array {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: Uint8Array.from(digest).buffer }),
    }),
    nonce: new Integer({ valueHex: Uint8Array.from(nonce).buffer }),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER(false));
}

/** The token of the answer (TimeStampResp). Throws where it is refused, with the authority's own words, or is none. */
function tokenIn(answer: Uint8Array): Uint8Array {
  const { status, token } = readAnswer(answer);
  if (!GRANTED.has(status.code)) {
    throw fault(`refused with status ${Number.parseInt(status.code, 16)}${status.words}`);
  }
  if (token === null) throw fault("gave no time stamp");
  return token;
}

function readAnswer(answer: Uint8Array) {
  try {
    const [info, token] = derInside(answer, derMust(derAt(answer, 0), DER.sequence));
    const [code, ...more] = derInside(answer, derMust(info, DER.sequence));
    const texts = more.find(({ tag }) => tag === DER.sequence);
    const words = (texts === undefined ? [] : derInside(answer, texts))
      .map((text) => Buffer.from(derContent(answer, text)).toString("utf8").replaceAll(/\p{C}/gu, ""))
      .join(" ");
    return {
      status: {
        code: derHex(answer, derMust(code, DER.integer)),
        words: words === "" ? "" : `: ${words.slice(0, WORDS_LENGTH)}`,
      },
      token: token === undefined ? null : derWhole(answer, token),
    };
  } catch (error) {
    throw new Error("The time stamp authority gave an answer that is none of RFC 3161", { cause: error });
  }
}

/** The nonce of the token, hexadecimal; "": it has none, or is no token. */
function nonceIn(token: Uint8Array): string {
  try {
    const { content } = readSignedData(token);
    if (content === null) return "";
    // Version, policy, imprint, serial number and time; a number behind them is the nonce.
    const parts = derInside(content, derMust(derAt(content, 0), DER.sequence)).slice(5);
    const nonce = parts.find(({ tag }) => tag === DER.integer);
    return nonce === undefined ? "" : derHex(content, nonce);
  } catch {
    return "";
  }
}
