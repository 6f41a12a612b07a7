export { accountQuery, useAccount, useChooseMode, useSignOut } from "./account.ts";
export { Avatar } from "./Avatar.tsx";
export { ConfirmIdentity } from "./security/ConfirmIdentity.tsx";
