import { signInWithCode } from "@heliograph/contract/identity/second-factor";
import { memo } from "react";
import type { SenderProps } from "../public-form.tsx";
import { usePublicSender } from "../sign-in.ts";

const EMPTY = { ticket: "", code: "" };

/** Judges and sends the code of the second step. */
export const CodeSender = memo(function CodeSender(props: SenderProps) {
  usePublicSender(signInWithCode, EMPTY, props);
  return null;
});
