import { downloadFile } from "@heliograph/contract/fleet/files";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type RefObject } from "react";
import { download } from "../../platform/download.ts";

/** An image that only callers with a token are given; asked for once `wanted`. */
export function useImage(file_uid: string, wanted: boolean) {
  return useQuery({
    queryKey: [downloadFile.name, file_uid] as const,
    queryFn: ({ signal }) => download(downloadFile, { query: { file_uid } }, signal),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** True once the element has come near the visible part of the page. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  const watching = useRef(true);
  useEffect(() => {
    const target = element.current;
    if (target === null || !watching.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watching.current = false;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: "300px" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return seen;
}
