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

/** Stands where a part of a page would be whose data did not come. */
export function NotLoaded({ what, code, here }: NotLoadedProps) {
  const isFinal = code === "missing" || code === "forbidden" || code === "invalid";
  const again = here === undefined || isFinal ? null : <LinkButton href={here}>Check again</LinkButton>;
  return <EmptyState action={again}>{(reasons[code] ?? unknown)(what)}</EmptyState>;
}
