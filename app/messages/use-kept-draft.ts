import { useEffect } from "react";

/** How long typing pauses before what is typed is kept on the server, in milliseconds. */
const pause = 1_500;

/**
 * Keeps what is typed into a form on the server while it is typed, where scripts run: so it is there on another device too. A
 * failure is nothing: the next pause tries again, and the tab keeps it as well.
 * @param address takes what the form says
 */
export function useKeptDraft(formId: string, address: string): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      const said = new URLSearchParams();
      for (const [name, value] of new FormData(form)) if (typeof value === "string") said.append(name, value);
      said.append("next", "stay");
      fetch(address, { method: "POST", body: said, redirect: "manual", keepalive: true }).catch(() => {});
    };
    const keepSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, pause);
    };
    const keepNow = () => {
      if (timer !== undefined) keep();
    };
    // What is sent is no draft any more.
    const forget = () => {
      clearTimeout(timer);
      timer = undefined;
    };
    form.addEventListener("input", keepSoon);
    form.addEventListener("submit", forget);
    window.addEventListener("pagehide", keepNow);
    return () => {
      keepNow();
      form.removeEventListener("input", keepSoon);
      form.removeEventListener("submit", forget);
      window.removeEventListener("pagehide", keepNow);
    };
  }, [formId, address]);
}
