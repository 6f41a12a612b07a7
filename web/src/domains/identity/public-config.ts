// What the public pages need to know of the installation. Read by hand: the schema of it is a third of the login page.
import { keepProductName } from "../../platform/product-name.ts";

export interface PublicConfig {
  /** Null: the installation names none. */
  readonly hotline: string | null;
  readonly registration_open: boolean;
  /** What the button of the OpenID provider says; null: there is none. */
  readonly sign_in_provider: string | null;
}

const PROVIDER = "sign_in_provider";

/** The provider that the last visit found, so that its button is there from the first paint on; null: none. */
export const providerKept = (): string | null => localStorage.getItem(PROVIDER);

/** What the installation has set, or null when the server cannot be asked; keeps the product's name. */
export async function publicConfigOrNull(): Promise<PublicConfig | null> {
  try {
    const answer: unknown = await (await fetch("/api/v1/app-config")).json();
    if (typeof answer !== "object" || answer === null) return null;
    if ("product_name" in answer && typeof answer.product_name === "string") {
      keepProductName(answer.product_name);
    }
    const sign_in_provider =
      "sign_in_provider" in answer && typeof answer.sign_in_provider === "string"
        ? answer.sign_in_provider
        : null;
    if (sign_in_provider === null) localStorage.removeItem(PROVIDER);
    else localStorage.setItem(PROVIDER, sign_in_provider);
    return {
      hotline: "hotline" in answer && typeof answer.hotline === "string" ? answer.hotline : null,
      sign_in_provider,
      registration_open: "registration_open" in answer && answer.registration_open === true,
    };
  } catch {
    return null;
  }
}
