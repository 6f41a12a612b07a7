// What the public pages need to know of the installation. Read by hand: the schema of it is a third of the login page.
import { keepProductName } from "../../platform/product-name.ts";

export interface PublicConfig {
  /** Null: the installation names none. */
  readonly hotline: string | null;
  readonly registration_open: boolean;
}

/** What the installation has set, or null when the server cannot be asked; keeps the product's name. */
export async function publicConfigOrNull(): Promise<PublicConfig | null> {
  try {
    const told: unknown = await (await fetch("/api/v1/app-config")).json();
    if (typeof told !== "object" || told === null) return null;
    if ("product_name" in told && typeof told.product_name === "string") keepProductName(told.product_name);
    return {
      hotline: "hotline" in told && typeof told.hotline === "string" ? told.hotline : null,
      registration_open: "registration_open" in told && told.registration_open === true,
    };
  } catch {
    return null;
  }
}
