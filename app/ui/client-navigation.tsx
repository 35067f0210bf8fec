import { useContext, useEffect, useRef, useState } from "react";
import { UNSAFE_DataRouterContext, UNSAFE_FrameworkContext, useLocation, useNavigate } from "react-router";
import { fetchAhead } from "./fetched-ahead.ts";
import { focusOn, headingOfPage } from "./focus.ts";

/** How long a pointer rests on a link before its page is fetched ahead (milliseconds). */
const intentDelay = 50;

/** Of an entry of the history: one of this document's pages is the entry before it. */
export const followed = "followed";

/**
 * Turns plain links into client-side navigations on pages that hydrate, and fetches a page ahead when a pointer or the focus
 * rests on its link. So parts write `<a href>`, which is cheaper on the server than a component per link and the same without
 * scripts. Where the focus went with the page before, the new one's heading has it, or the place that its address names. Links with `target`, `download` or `data-reload` stay full loads.
 */
export function ClientNavigation() {
  const navigate = useNavigate();
  const { key, hash } = useLocation();
  // Together with the page that the link stands on: on the next one nobody points at it any more.
  const [ahead, setAhead] = useState<{ page: string; from: string } | null>(null);

  useEffect(() => {
    function follow(event: MouseEvent) {
      if (event.defaultPrevented || event.button !== 0 || hasModifier(event)) return;
      const link = ownLink(event.target);
      if (link === null) return;
      event.preventDefault();
      const to = link.pathname + link.search + link.hash;
      if (to === location.pathname + location.search + location.hash) navigate(to, { replace: true });
      else navigate(to, { state: followed });
    }
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function consider(event: Event) {
      clearTimeout(timer);
      const link = ownLink(event.target);
      if (link === null || isThisPage(link)) return;
      timer = setTimeout(() => {
        fetchAhead(link);
        setAhead({ page: link.pathname + link.search, from: key });
      }, intentDelay);
    }
    const kinds = ["pointerover", "focusin", "touchstart"];
    for (const kind of kinds) document.addEventListener(kind, consider, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const kind of kinds) document.removeEventListener(kind, consider);
    };
  }, [key]);

  // After the page's own parts, which may have put it somewhere themselves; what had it is gone with the page before.
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    const place = document.getElementById(hash.slice(1));
    if (place !== null) {
      place.focus({ preventScroll: true });
      if (document.activeElement !== place) focusOn(place, { preventScroll: true });
    }
    if (document.activeElement !== document.body) return;
    // So that keys and screen readers go on from the page's beginning.
    focusOn(headingOfPage(), { preventScroll: true });
  }, [key, hash]);

  return ahead?.from === key ? <ScriptsAhead page={ahead.page} /> : null;
}

/** Fetches the files of a page ahead. What React Router has for this fetches the data, too, in its own way. */
function ScriptsAhead({ page }: { page: string }) {
  const { router } = useContext(UNSAFE_DataRouterContext) ?? {};
  const { manifest } = useContext(UNSAFE_FrameworkContext) ?? {};
  const routes = (router?.match(page) ?? []).map(({ route }) => manifest?.routes[route.id]);
  const files = routes.flatMap((route) => (route ? [route.module, ...(route.imports ?? [])] : []));
  return [...new Set(files)].map((file) => <link key={file} rel="modulepreload" href={file} />);
}

function hasModifier({ metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return metaKey || altKey || ctrlKey || shiftKey;
}

/** The link around an element when it leads to a page of ours that client-side navigation may show. */
function ownLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (link === null || link.origin !== location.origin) return null;
  if (link.target !== "" || link.hasAttribute("download") || link.hasAttribute("data-reload")) return null;
  return isThisPage(link) && link.hash !== "" ? null : link;
}

const isThisPage = ({ pathname, search }: HTMLAnchorElement): boolean =>
  pathname === location.pathname && search === location.search;
