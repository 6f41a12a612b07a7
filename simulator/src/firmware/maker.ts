// The maker of the fleet's gateways: its versions of firmware, and the key that signs them, which is no secret in a demonstration.
import { createCipheriv, createHash, createPrivateKey, sign } from "node:crypto";

/** What kind of gateway all of the fleet are. */
export const HARDWARE = { gateway_type: "HG-Edge 4", hardware_version: "B2" } as const;

/** The public half, by which gateways know their maker: Ed25519, 32 bytes as base64url. */
export const MAKER_KEY = "P8L2kWEcZWQE-Y1TO3I_kWKr1iXaCeyK5O3tjVkIcAE";
const PRIVATE = createPrivateKey({
  key: { kty: "OKP", crv: "Ed25519", x: MAKER_KEY, d: "WLHcquajCAO16qtDz-8_KuZyAvANv1c35yGPQG4Plhg" },
  format: "jwk",
});

/** A version that the maker has released. */
interface Release {
  readonly version: string;
  readonly bytes: number;
  /** The least version that a gateway must have; empty: any. */
  readonly from: string;
  readonly notes: string;
}

/** All releases, the oldest first. */
export const RELEASES: readonly Release[] = [
  {
    version: "2.5.0",
    bytes: 1_210_368,
    from: "2.4.0",
    notes: "Reads back limits twice as soon; survives a broker that is restarted",
  },
  { version: "2.6.0", bytes: 3_604_480, from: "2.4.0", notes: "A new kernel: written to flash as a whole" },
];

/** The file of a release as it is uploaded: always the same bytes, with their sum and the maker's signature. */
export function releaseFile({ version, bytes }: Pick<Release, "version" | "bytes">) {
  const seed = createHash("sha256").update(`${HARDWARE.gateway_type} ${version}`).digest();
  const noise = createCipheriv("aes-128-ctr", seed.subarray(0, 16), seed.subarray(16));
  const content = Uint8Array.from(noise.update(new Uint8Array(bytes)));
  return {
    content,
    name: `hg-edge-4-${version}.bin`,
    sha256: createHash("sha256").update(content).digest("hex"),
    signature: sign(null, content, PRIVATE).toString("base64url"),
  };
}
