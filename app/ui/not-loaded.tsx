import { createContext, type ReactNode, useContext } from "react";
import { useLocation } from "react-router";
import { LinkButton } from "./button.tsx";
import { EmptyState, Notice } from "./notice.tsx";

/**
 * Whether several parts of the page did not come, as of a service that is busy: one notice above them offers to look again,
 * and each part says only what is missing.
 */
export const ManyLate = createContext(false);

/** Of parts that looking again does not bring. */
const final: ReadonlySet<unknown> = new Set(["missing", "not-offered", "forbidden", "invalid"]);

/** Whether looking again may bring a part that failed so. */
function mayComeLater(code: string): boolean {
  return !final.has(code);
}

const deepest = 4;

/** How many parts in a page's data did not come and may come later. Promises, which are streamed, say that themselves. */
export function countLate(data: unknown, depth = 0): number {
  if (typeof data !== "object" || data === null || data instanceof Promise || depth > deepest) return 0;
  if ("ok" in data && data.ok === false && "code" in data) return final.has(data.code) ? 0 : 1;
  return Object.values(data).reduce((sum: number, part) => sum + countLate(part, depth + 1), 0);
}

type NotLoadedProps = {
  /** As people call it, in the plural or without number: "comments", "activity". */
  what: string;
  /** Why: the kind of the failed call. */
  code: string;
  /** The address of the page around, where looking again may help. */
  here?: string;
};

const reasons: Readonly<Record<string, (what: string) => string>> = {
  slow: (what) => `The ${what} couldn't be loaded in time.`,
  invalid: (what) => `The ${what} can't be looked up.`,
  forbidden: (what) => `You don't have permission to see the ${what}.`,
};

const unknown = (what: string) => `The ${what} couldn't be loaded.`;
const rest = "The rest of this page is up to date.";

/** Why a part did not come, and what that means for the page, where no notice above says it for all parts. */
function useReason(what: string, code: string): { readonly reason: string; readonly isOffered: boolean } {
  const isSaidAbove = useContext(ManyLate);
  const reason = (reasons[code] ?? unknown)(what);
  if (code === "forbidden") return { reason, isOffered: false };
  if (!mayComeLater(code)) return { reason: `${reason} ${rest}`, isOffered: false };
  return isSaidAbove ? { reason, isOffered: false } : { reason: `${reason} ${rest}`, isOffered: true };
}

/** Above a page of which several parts did not come: one way to look again stands for all of them. */
export function LateNotice() {
  const { pathname, search } = useLocation();
  if (!useContext(ManyLate)) return null;
  return (
    <Notice tone="warn" title="Parts of this page couldn't be loaded.">
      {rest} <a href={pathname + search}>Check again</a>
    </Notice>
  );
}

/** Whether a part of a page could be loaded, and why not. */
export type Part = { readonly ok: true } | { readonly ok: false; readonly code: string };

/** Whether a part is not there since the service does not have it: nothing stands in its place. */
export function isAbsent(part: Part): boolean {
  return !part.ok && part.code === "not-offered";
}

type NotLoadedLineProps = {
  what: string;
  part: Part;
  /** The button that loads it, on a page with a form whose entries a link would lose. */
  again?: ReactNode;
};

/** In a line, for what needs no room of its own; nothing for a part that is there, or that the service has none of. */
export function NotLoadedLine({ what, part, again }: NotLoadedLineProps) {
  const { pathname, search } = useLocation();
  const { reason, isOffered } = useReason(what, part.ok ? "" : part.code);
  if (part.ok || isAbsent(part)) return null;
  return (
    <p className="muted small">
      {reason} {mayComeLater(part.code) && again}
      {isOffered && again === undefined ? (
        <a className="link" href={pathname + search}>
          Check again
        </a>
      ) : null}
    </p>
  );
}

/** Stands where a part of a page would be whose data did not come; nothing for what the service has none of. */
export function NotLoaded({ what, code, here }: NotLoadedProps) {
  const { reason, isOffered } = useReason(what, code);
  if (code === "not-offered") return null;
  const again = here === undefined || !isOffered ? null : <LinkButton href={here}>Check again</LinkButton>;
  return <EmptyState action={again}>{reason}</EmptyState>;
}
