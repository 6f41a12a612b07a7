/** The name of the product where no installation has set another (app-config). */
export const PRODUCT_NAME = "Heliograph";
