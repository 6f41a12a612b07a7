// The PROXY protocol: how a proxy in front of the broker says where a connection really comes from.
// Source: haproxy.org, "The PROXY protocol, versions 1 & 2", 2020, sections 2.1 and 2.2.

/**
 * What the first bytes of a connection are: "partial" until there are enough of them; "none" when they begin no such header
 * or a faulty one; otherwise the header's length in bytes and the address it names, null where the proxy speaks for itself.
 */
type ProxyHeader = "partial" | "none" | { readonly bytes: number; readonly address: string | null };

/** The longest line of version 1, its end included. */
const LINE_BYTES = 107;
const SIGNATURE = Buffer.from("0d0a0d0a000d0a515549540a", "hex");
/** Signature, version and command, family, length. */
const FIXED_BYTES = 16;
/** Far beyond any address block with its additions; more is no header. */
const BLOCK_BYTES = 2048;

/** Reads the header at the beginning of a connection. */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  const begins = (mark: Buffer) => mark.subarray(0, bytes.length).equals(bytes.subarray(0, mark.length));
  if (begins(Buffer.from("PROXY "))) return readLine(bytes);
  return begins(SIGNATURE) ? readBlock(bytes) : "none";
}

function readLine(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, LINE_BYTES).indexOf("\r\n");
  if (end < 0) return bytes.length < LINE_BYTES ? "partial" : "none";
  const [, family = "", source = ""] = bytes.subarray(0, end).toString("latin1").split(" ");
  const header = (address: string | null) => ({ bytes: end + 2, address });
  if (family === "UNKNOWN") return header(null);
  const isAddress = family === "TCP4" ? /^[\d.]{7,15}$/ : /^[\da-f:.]{2,45}$/i;
  return /^TCP[46]$/.test(family) && isAddress.test(source) ? header(source) : "none";
}

function readBlock(bytes: Buffer): ProxyHeader {
  if (bytes.length < FIXED_BYTES) return "partial";
  const [command = 0, family = 0] = bytes.subarray(SIGNATURE.length);
  const length = bytes.readUInt16BE(14);
  if (command >> 4 !== 2 || (command & 15) > 1 || length > BLOCK_BYTES) return "none";
  if (bytes.length < FIXED_BYTES + length) return "partial";
  const block = bytes.subarray(FIXED_BYTES, FIXED_BYTES + length);
  // Command 0 is the proxy's own connection, for example its health check.
  return { bytes: FIXED_BYTES + length, address: (command & 15) === 0 ? null : sourceIn(block, family >> 4) };
}

/** The source address of the block: family 1 is IPv4, 2 is IPv6; null for others. */
function sourceIn(block: Buffer, family: number): string | null {
  if (family === 1 && block.length >= 12) return [...block.subarray(0, 4)].join(".");
  if (family !== 2 || block.length < 36) return null;
  return Array.from({ length: 8 }, (_, at) => block.readUInt16BE(at * 2).toString(16)).join(":");
}
