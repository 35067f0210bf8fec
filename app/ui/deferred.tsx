import { type ReactNode, Suspense } from "react";
import { Await } from "react-router";

/** What stands in the place of a part that did not come in time, or whose promise was rejected, on a page that cannot stream. */
export type NotThere = { readonly ok: false; readonly code: "slow" | "unexpected" };

type DeferredProps<Value> = {
  /** A promise of a loader; on pages without scripts it has become the value itself, or that it is not there. */
  value: Promise<Value> | Value | NotThere;
  pending: ReactNode;
  children: (value: Value | NotThere) => ReactNode;
};

/** Secondary data: streamed where the page hydrates, simply there where it does not. */
export function Deferred<Value>({ value, pending, children }: DeferredProps<Value>) {
  if (!(value instanceof Promise)) return children(value);
  return (
    <Suspense fallback={pending}>
      <Await resolve={value} errorElement={children({ ok: false, code: "unexpected" })}>
        {children}
      </Await>
    </Suspense>
  );
}
