export { accountQuery, useAccount, useChooseMode, useSignOut } from "./account.ts";
export { Avatar } from "./Avatar.tsx";
export { useConfirmation } from "./security/use-confirmation.tsx";
