import { type RefObject, useEffect, useRef, useState } from "react";

/** True once the element has come near the visible part of the page: nearer than `within` pixels. */
export function useInView(element: RefObject<HTMLElement | null>, within = 300): boolean {
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
      { rootMargin: `${within}px` },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, within]);
  return seen;
}
