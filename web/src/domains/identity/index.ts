export { useAccount, useChooseMode, useSignOut } from "./account.ts";
export { Avatar } from "./Avatar.tsx";
