import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { LinkButton } from "./button.tsx";
import { EmptyState } from "./notice.tsx";

type NotLoadedProps = {
  /** As people call it, in the plural or without number: "comments", "activity". */
  what: string;
  /** Why: the kind of the failed call. */
  code: string;
  /** The address of the page around, where looking again may help. */
  here?: string;
};

const reasons: Readonly<Record<string, (what: string) => string>> = {
  slow: (what) => `The ${what} couldn't be loaded in time. The rest of this page is up to date.`,
  missing: (what) => `The connected service doesn't store ${what}.`,
  invalid: (what) => `The connected service can't look up the ${what}. The rest of this page is up to date.`,
  forbidden: (what) => `You don't have permission to see the ${what}.`,
};

const unknown = (what: string) => `The ${what} couldn't be loaded. The rest of this page is up to date.`;

/** Whether a part of a page could be loaded, and why not. */
export type Part = { readonly ok: true } | { readonly ok: false; readonly code: string };

type NotLoadedLineProps = {
  what: string;
  part: Part;
  /** The button that loads it, on a page with a form whose entries a link would lose. */
  again?: ReactNode;
};

/** In a line, for what needs no room of its own; nothing for a part that is there, or that the service has none of. */
export function NotLoadedLine({ what, part, again }: NotLoadedLineProps) {
  const { pathname, search } = useLocation();
  if (part.ok || part.code === "missing") return null;
  return (
    <p className="muted small">
      {(reasons[part.code] ?? unknown)(what)}
      {part.code === "forbidden" || part.code === "invalid" ? null : (
        <>
          {" "}
          {again ?? (
            <a className="link" href={pathname + search}>
              Check again
            </a>
          )}
        </>
      )}
    </p>
  );
}

/** Stands where a part of a page would be whose data did not come. */
export function NotLoaded({ what, code, here }: NotLoadedProps) {
  const isFinal = code === "missing" || code === "forbidden" || code === "invalid";
  const again = here === undefined || isFinal ? null : <LinkButton href={here}>Check again</LinkButton>;
  return <EmptyState action={again}>{(reasons[code] ?? unknown)(what)}</EmptyState>;
}
