import { useState } from "react";
import type { Security } from "./security-queries.ts";

/** Runs what needs a proof of who it is: at once where one holds, else when it was given. */
export type Prove = (run: () => void) => void;

/** A proof that ends within this time is asked for anew: what it is for takes a while. */
const SPARE_MS = 30_000;

/** Whether who it is has to be asked, and what is waiting for the answer. */
export function useProof({ confirmed_until }: Security) {
  const [waiting, setWaiting] = useState<{ run: () => void } | null>(null);
  const prove: Prove = (run) => {
    const holds = confirmed_until !== null && Date.parse(confirmed_until) - SPARE_MS > Date.now();
    if (holds) run();
    else setWaiting({ run });
  };
  return {
    prove,
    asked: waiting !== null,
    proven: () => {
      setWaiting(null);
      waiting?.run();
    },
    cancel: () => setWaiting(null),
  };
}
