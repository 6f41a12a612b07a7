export { accountQuery, useAccount, useChooseMode, useSignOut } from "./account.ts";
export { Avatar } from "./Avatar.tsx";
export { PublicTools } from "./PublicTools.tsx";
export { useConfirmation } from "./security/use-confirmation.tsx";
