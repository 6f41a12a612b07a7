export { AccountDrawer } from "./AccountDrawer.tsx";
export { ChangePassword } from "./ChangePassword.tsx";
export { useAccount, useSignOut } from "./account.ts";
export { initials } from "./initials.ts";
