// What keeps an error of one client, or of the library with it, away from everybody else.
import type { Socket } from "node:net";
import type { Aedes } from "aedes";
import type { Logger } from "../../../platform/log.ts";

/** Hears every error that the broker emits: unheard, each of them would end the process. */
export function hearErrors(aedes: Aedes, log: Logger | undefined): void {
  // Each tells of a client that did something wrong or went away; its connection is closed by then.
  aedes.on("clientError", () => {});
  aedes.on("connectionError", () => {});
  // The library emits it and does not declare it.
  const emitter: NodeJS.EventEmitter = aedes;
  emitter.on("error", (error: unknown) => log?.error({ err: error }, "the broker met an error of its own"));
}

type Answered<T> = (error: Error | null, value: T | null) => void;

/**
 * Lets promises answer the library's callbacks, each once and later: nothing that the work or the callback throws reaches
 * the library's stack or ends the process. What the callback throws concerns one client and is logged.
 */
export function answering(log: Logger | undefined) {
  return <T>(work: () => Promise<T>, answered: Answered<T>): void => {
    work()
      .then(
        (value) => answered(null, value),
        (error: unknown) => answered(error instanceof Error ? error : new Error(String(error)), null),
      )
      .catch((error: unknown) => log?.error({ err: error }, "the broker could not go on with a client"));
  };
}

/**
 * Ends the connection when one of its events throws in the library: an error of one client is its own, and unheard it
 * would end the process.
 */
export function contain(socket: Socket, log: Logger | undefined): void {
  const emit = socket.emit.bind(socket);
  socket.emit = (event: string | symbol, ...values: unknown[]) => {
    try {
      return emit(event, ...values);
    } catch (error) {
      log?.error({ err: error }, "the broker could not go on with a client");
      socket.destroy();
      return true;
    }
  };
}
