import { appConfig, getAppConfig, type AppConfig } from "@heliograph/contract/identity/app-config";
import { useQuery } from "@tanstack/react-query";
import { ask } from "./api.ts";

const UNTOLD: AppConfig = appConfig.parse({});

/** What the installation has set; the contract's defaults until the server has told. */
export function useAppConfig(): AppConfig {
  return useQuery({ ...ask(getAppConfig, {}), staleTime: Number.POSITIVE_INFINITY }).data ?? UNTOLD;
}
