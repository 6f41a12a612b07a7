import { register } from "@heliograph/contract/identity/account";
import { memo } from "react";
import type { SenderProps } from "./public-form.tsx";
import { usePublicSender } from "./sign-in.ts";

const EMPTY = { fullname: "", email: "", password: "", retypePassword: "" };

/** Judges and sends the form that makes an account and signs it in (M169 to M173). */
export const RegisterSender = memo(function RegisterSender(props: SenderProps) {
  usePublicSender(register, EMPTY, props);
  return null;
});
