import { StateTag } from "../StateTag.tsx";
import { useGecWords } from "./gec-words.ts";

/** The state of a redemption; a closed one keeps the state that it had, and says that it is closed. */
export function GecState({ of }: { of: { status: string; status_before: string | null } }) {
  const { state } = useGecWords();
  const { status, status_before } = of;
  return (
    <>
      {status_before !== null && <StateTag state={status_before} label={state(status_before)} />}
      <StateTag state={status} label={state(status)} />
    </>
  );
}
