import { useEffect, useRef } from "react";

/** An image whose bytes are at hand. */
export function BlobImage({ content, alt }: { content: Blob; alt: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(content);
    image.current?.setAttribute("src", address);
    return () => URL.revokeObjectURL(address);
  }, [content]);
  return <img ref={image} alt={alt} />;
}
