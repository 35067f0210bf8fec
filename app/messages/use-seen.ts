import { useEffect } from "react";

/**
 * Says that somebody has seen a page's newest message, where scripts run, once the page is looked at: one that was fetched ahead is
 * not. Without scripts the request itself says that a person asked for the page.
 * @param number of the message; null where there is nothing to say
 */
export function useSeen(address: string, number: number | null): void {
  useEffect(() => {
    if (number === null) return undefined;
    const tell = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", tell);
      const body = new URLSearchParams({ number: String(number) });
      fetch(address, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => {});
    };
    document.addEventListener("visibilitychange", tell);
    tell();
    return () => document.removeEventListener("visibilitychange", tell);
  }, [address, number]);
}
