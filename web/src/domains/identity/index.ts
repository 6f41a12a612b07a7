export { useAccount, useChooseMode, useSignOut } from "./account.ts";
export { initials } from "./initials.ts";
