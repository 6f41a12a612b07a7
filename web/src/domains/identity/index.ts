export { useAccount, useSignOut } from "./account.ts";
export { initials } from "./initials.ts";
