export { ClearCacheButton } from "./ClearCacheButton.tsx";
