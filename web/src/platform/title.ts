import { useEffect } from "react";
import { useProductName } from "./product-name.ts";

/** Names the document after the screen. */
export function useTitle(title: string): void {
  const product = useProductName();
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}
