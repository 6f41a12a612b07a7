import { getSecurity } from "@heliograph/contract/identity/security";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "../../../platform/api.ts";
import { Refused } from "../../../platform/http.ts";
import { ConfirmIdentity } from "./ConfirmIdentity.tsx";

interface Waiting {
  readonly again: () => void;
  readonly stop: () => void;
}

/**
 * For work that needs a person who has proved who it is lately: `confirmed` does it, and where the server asks for the proof it waits for `dialog`, which the caller
 * shows, and does it again. Given up, it is refused as the server refused it.
 */
export function useConfirmation() {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const security = useQuery({ ...ask(getSecurity, {}), enabled: waiting !== null });
  const confirmed = async <R,>(work: () => Promise<R>): Promise<R> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "confirmation.required") throw error;
      return new Promise<R>((resolve, reject) =>
        setWaiting({ again: () => resolve(work()), stop: () => reject(error) }),
      );
    }
  };
  const end = (how: keyof Waiting) => {
    setWaiting(null);
    waiting?.[how]();
  };
  const dialog = waiting !== null && security.data !== undefined && (
    <ConfirmIdentity
      hasPassword={security.data.has_password}
      hasCode={security.data.second_factor !== null}
      proven={() => end("again")}
      close={() => end("stop")}
    />
  );
  return { confirmed, dialog };
}
