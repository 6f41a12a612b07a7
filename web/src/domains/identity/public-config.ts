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
    const answer: unknown = await (await fetch("/api/v1/app-config")).json();
    if (typeof answer !== "object" || answer === null) return null;
    if ("product_name" in answer && typeof answer.product_name === "string") {
      keepProductName(answer.product_name);
    }
    return {
      hotline: "hotline" in answer && typeof answer.hotline === "string" ? answer.hotline : null,
      registration_open: "registration_open" in answer && answer.registration_open === true,
    };
  } catch {
    return null;
  }
}
