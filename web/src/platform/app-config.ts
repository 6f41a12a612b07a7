import { appConfig, getAppConfig, type AppConfig } from "@heliograph/contract/identity/app-config";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ask } from "./api.ts";
import { keepProductName } from "./product-name.ts";

const UNTOLD: AppConfig = appConfig.parse({});

/** The settings of the installation, asked for once a visit. */
export const configQuery = () => ({ ...ask(getAppConfig, {}), staleTime: Number.POSITIVE_INFINITY });

/** What the installation has set; the contract's defaults until the server has told. */
export function useAppConfig(): AppConfig {
  const told = useQuery(configQuery()).data;
  useEffect(() => {
    if (told !== undefined) keepProductName(told.product_name);
  }, [told]);
  return told ?? UNTOLD;
}
