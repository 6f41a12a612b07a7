// Where connections to the broker come from: the other end of the socket, or whom a trusted proxy names.
import { BlockList, isIP, type Socket } from "node:net";
import { readProxyHeader } from "./proxy-header.ts";

/** A proxy sends its header first and at once. */
const HEADER_WITHIN_MS = 5000;

/**
 * Returns a function that tells the address of a connection as soon as it is known, before anything of MQTT is read, and
 * at once where the other end is none of the `proxies`. A trusted proxy must send the header of the PROXY protocol: a
 * connection without one, or with a faulty one, is closed and `known` is not called.
 */
export function connectionSource(
  proxies: readonly string[],
): (socket: Socket, known: (address: string) => void) => void {
  const trusted = listOf(proxies);
  return (socket, known) => {
    const peer = socket.remoteAddress ?? "";
    const family = isIP(peer) === 6 ? "ipv6" : "ipv4";
    if (proxies.length === 0 || peer === "" || !trusted.check(peer, family)) {
      known(peer);
      return;
    }
    readHeader(socket, (address) => known(address ?? peer));
  };
}

/** Hears, while nobody else does yet, that a connection has failed; its end says the same. */
const ignore = () => {};

function readHeader(socket: Socket, done: (address: string | null) => void): void {
  let read: Buffer = Buffer.alloc(0);
  const late = setTimeout(() => socket.destroy(), HEADER_WITHIN_MS);
  const take = () => {
    const chunk: unknown = socket.read();
    if (!Buffer.isBuffer(chunk)) return;
    read = Buffer.concat([read, chunk]);
    const header = readProxyHeader(read);
    if (header === "partial") return;
    if (header === "none") {
      socket.destroy();
      return;
    }
    stop();
    if (read.length > header.bytes) socket.unshift(read.subarray(header.bytes));
    done(header.address);
  };
  const stop = () => {
    clearTimeout(late);
    socket.off("readable", take).off("error", ignore).off("close", stop);
  };
  socket.on("readable", take).on("error", ignore).on("close", stop);
}

/** The addresses and networks, as `TRUST_PROXY` writes them. */
function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
