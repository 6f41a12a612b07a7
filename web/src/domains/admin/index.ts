export { useClearCache } from "./ClearCacheButton.tsx";
