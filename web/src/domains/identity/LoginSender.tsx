import { login } from "@heliograph/contract/identity/session";
import { memo } from "react";
import type { SenderProps } from "./public-form.tsx";
import { usePublicSender } from "./sign-in.ts";

const EMPTY = { username: "", password: "" };

/** Judges and sends the form of the login page (M164, M206). */
export const LoginSender = memo(function LoginSender(props: SenderProps) {
  usePublicSender(login, EMPTY, props);
  return null;
});
