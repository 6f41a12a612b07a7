import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** After a change of the page the focus stands at its beginning, as it would after loading it. `toTop`: its top is shown too, also where one goes back. */
export function useFocusOnArrival({ toTop = false }: { toTop?: boolean } = {}) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.focus({ preventScroll: true });
    if (toTop) window.scrollTo(0, 0);
  }, [pathname, toTop]);
  return main;
}
