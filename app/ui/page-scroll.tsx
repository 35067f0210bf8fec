import { useLayoutEffect, useRef } from "react";
import { ScrollRestoration, useLocation, useNavigationType } from "react-router";
import { isPlace } from "./place.ts";
import { samePath } from "./tabs.tsx";

/**
 * Where a page begins: React Router's own rules, save that a page stays where it is when it goes on at a place of its own that is in
 * sight already.
 */
export function PageScroll() {
  const { key, pathname, hash } = useLocation();
  const isBack = useNavigationType() === "POP";
  const noted = useRef<Noted>({ key, top: 0 });
  const shown = useRef(pathname);
  // After what is below this, which scrolls the page.
  useLayoutEffect(() => {
    const isSamePage = samePath(shown.current, pathname);
    shown.current = pathname;
    if (isBack || !isSamePage || !isPlace(hash) || noted.current.key !== key) return;
    const { top } = noted.current;
    const place = document.getElementById(decodeURIComponent(hash.slice(1)));
    if (place !== null && isInSight(place, top)) window.scrollTo(0, top);
  }, [key, pathname, hash, isBack]);
  return (
    <>
      <TopNote noted={noted} />
      <ScrollRestoration />
    </>
  );
}

/** How far down a page of the history was when it was shown, before anything scrolled it. */
type Noted = { readonly key: string; readonly top: number };

function TopNote({ noted }: { noted: { current: Noted } }) {
  const { key } = useLocation();
  useLayoutEffect(() => {
    noted.current = { key, top: window.scrollY };
  }, [key, noted]);
  return null;
}

/** Of the bars above and below the page, in CSS pixels. */
const bars = 80;

function isInSight(element: HTMLElement, top: number): boolean {
  const box = element.getBoundingClientRect();
  const shift = window.scrollY - top;
  return box.top + shift >= bars && box.bottom + shift <= window.innerHeight - bars;
}
