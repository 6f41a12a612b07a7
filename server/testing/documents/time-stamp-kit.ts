// An authority of time stamps (RFC 3161) on loopback, with a certificate of its own, which answers as a test wants.
import type { webcrypto } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Integer, ObjectIdentifier, OctetString, Sequence, UTCTime, Utf8String } from "asn1js";
import {
  Attribute,
  AttributeTypeAndValue,
  Certificate,
  ContentInfo,
  CryptoEngine,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  PKIStatus,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from "pkijs";
import { onTestFinished } from "vitest";

/** What is wrong with its answers; "good": nothing. */
export type AuthorityFault =
  | "good"
  | "refuses"
  | "another imprint"
  | "another nonce"
  | "no nonce"
  | "another signature"
  | "another purpose"
  | "another certificate"
  | "certificate of later"
  | "redirects"
  | "status 500"
  | "hangs up"
  | "is silent"
  | "too much"
  | "no answer of RFC 3161";

/** Keys that it may sign with. */
const ALGORITHMS = {
  "P-256": { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  "P-384": { name: "ECDSA", namedCurve: "P-384", hash: "SHA-384" },
  RSA: {
    name: "RSASSA-PKCS1-v1_5",
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
    hash: "SHA-256",
  },
} as const;

const ENGINE = new CryptoEngine({ name: "authority", crypto });
const NAME = "Test Time Stamp Authority";
const PURPOSE = { timeStamping: "1.3.6.1.5.5.7.3.8", codeSigning: "1.3.6.1.5.5.7.3.3" } as const;
const INFO = "1.2.840.113549.1.9.16.1.4";
const YEAR_MS = 365 * 86_400_000;

/** An authority: where it is, what it is called, how often it was asked, and how its next answers are. */
interface TestAuthority {
  readonly url: string;
  readonly name: string;
  readonly asked: () => number;
  fault: AuthorityFault;
  /** The time that it stamps with. */
  at: Date;
}

/** Starts an authority, which ends with the test. */
export async function testAuthority(
  stated: { fault?: AuthorityFault; at?: Date; key?: keyof typeof ALGORITHMS } = {},
): Promise<TestAuthority> {
  const { fault = "good", at = new Date("2026-11-27T17:40:12Z"), key = "P-256" } = stated;
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    void buffer(request).then((body) => answer(authority, key, { body, response }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/stamp`;
  const authority: TestAuthority = { url, name: NAME, asked: () => asked, fault, at };
  return authority;
}

async function answer(
  { url, fault, at }: TestAuthority,
  key: keyof typeof ALGORITHMS,
  { body, response }: { body: Buffer; response: ServerResponse },
): Promise<void> {
  const type = { "content-type": "application/timestamp-reply" };
  if (fault === "is silent") return;
  if (fault === "hangs up") return void response.destroy();
  if (fault === "status 500") return void response.writeHead(500).end();
  if (fault === "redirects") return void response.writeHead(302, { location: url }).end();
  if (fault === "no answer of RFC 3161") return void response.writeHead(200, type).end("hello");
  if (fault === "too much") return void response.writeHead(200, type).end(Buffer.alloc(1_000_000));
  const request = TimeStampReq.fromBER(Uint8Array.from(body).buffer);
  const token = fault === "refuses" ? null : await tokenOf(request, { fault, at, key });
  const status = new PKIStatusInfo({ status: token === null ? PKIStatus.rejection : PKIStatus.granted });
  if (token === null) status.statusStrings = [new Utf8String({ value: "closed today" })];
  const reply = new TimeStampResp({ status, ...(token === null ? {} : { timeStampToken: token }) });
  response.writeHead(200, type).end(Buffer.from(reply.toSchema().toBER(false)));
}

interface Stamping {
  readonly fault: AuthorityFault;
  readonly at: Date;
  readonly key: keyof typeof ALGORITHMS;
}

async function tokenOf(request: TimeStampReq, { fault, at, key }: Stamping): Promise<ContentInfo> {
  const algorithm = ALGORITHMS[key];
  const keys = await newKeys(key);
  const certificate = await certificateOf(keys, { fault, at, key });
  const info = infoOf(request, fault, at).toSchema().toBER(false);
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: INFO,
      eContent: new OctetString({ valueHex: info }),
    }),
    certificates: [
      fault === "another certificate" ? await certificateOf(keys, { fault, at, key }) : certificate,
    ],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: await attributesOf(info, certificate, { at, hash: algorithm.hash }),
      }),
    ],
  });
  const signing = fault === "another signature" ? await newKeys(key) : keys;
  await signed.sign(signing.privateKey, 0, algorithm.hash, undefined, ENGINE);
  return new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) });
}

const newKeys = (key: keyof typeof ALGORITHMS): Promise<webcrypto.CryptoKeyPair> =>
  crypto.subtle.generateKey(ALGORITHMS[key], true, ["sign", "verify"]);

function infoOf({ messageImprint, nonce }: TimeStampReq, fault: AuthorityFault, at: Date): TSTInfo {
  const other = new OctetString({ valueHex: new Uint8Array(32).buffer });
  if (fault === "another imprint") messageImprint.hashedMessage = other;
  const info = new TSTInfo({
    version: 1,
    policy: "1.2.3.4.1",
    messageImprint,
    serialNumber: new Integer({ value: 7 }),
    genTime: at,
  });
  if (fault === "another nonce") info.nonce = new Integer({ value: 7 });
  else if (fault !== "no nonce" && nonce !== undefined) info.nonce = nonce;
  return info;
}

async function attributesOf(
  info: ArrayBuffer,
  certificate: Certificate,
  { at, hash }: { at: Date; hash: string },
): Promise<SignedAndUnsignedAttributes> {
  const digest = await crypto.subtle.digest(hash, info);
  const named = await crypto.subtle.digest("SHA-256", certificate.toSchema().toBER(false));
  const id = new Sequence({ value: [new OctetString({ valueHex: named })] });
  const signingCertificate = new Sequence({ value: [new Sequence({ value: [id] })] });
  const values = [
    ["1.2.840.113549.1.9.3", new ObjectIdentifier({ value: INFO })],
    ["1.2.840.113549.1.9.5", new UTCTime({ valueDate: at })],
    ["1.2.840.113549.1.9.4", new OctetString({ valueHex: digest })],
    ["1.2.840.113549.1.9.16.2.47", signingCertificate],
  ] as const;
  const attributes = values.map(([type, value]) => new Attribute({ type, values: [value] }));
  return new SignedAndUnsignedAttributes({ type: 0, attributes });
}

async function certificateOf(
  keys: webcrypto.CryptoKeyPair,
  { fault, at, key }: Stamping,
): Promise<Certificate> {
  const certificate = new Certificate({ version: 2, serialNumber: new Integer({ value: 1 }) });
  for (const name of [certificate.issuer, certificate.subject]) {
    name.typesAndValues.push(
      new AttributeTypeAndValue({ type: "2.5.4.3", value: new Utf8String({ value: NAME }) }),
    );
  }
  const since = fault === "certificate of later" ? at.getTime() + YEAR_MS : at.getTime() - YEAR_MS;
  certificate.notBefore.value = new Date(since);
  certificate.notAfter.value = new Date(since + 2 * YEAR_MS);
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey, ENGINE);
  const purpose = fault === "another purpose" ? PURPOSE.codeSigning : PURPOSE.timeStamping;
  const usage = new ExtKeyUsage({ keyPurposes: [purpose] });
  certificate.extensions = [
    new Extension({ extnID: "2.5.29.37", critical: true, extnValue: usage.toSchema().toBER(false) }),
  ];
  await certificate.sign(keys.privateKey, ALGORITHMS[key].hash, ENGINE);
  return Certificate.fromBER(certificate.toSchema(true).toBER(false));
}
