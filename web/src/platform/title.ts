import { useEffect } from "react";
import { PRODUCT_NAME } from "../product.ts";

/** Names the document after the screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}
