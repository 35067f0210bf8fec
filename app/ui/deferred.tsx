import { type ReactNode, Suspense } from "react";
import { Await } from "react-router";

type DeferredProps<Value> = {
  /** A promise of a loader that always settles to a value; on pages without scripts it has become the value itself. */
  value: Promise<Value> | Value;
  pending: ReactNode;
  children: (value: Value) => ReactNode;
};

/** Secondary data: streamed where the page hydrates, simply there where it does not. */
export function Deferred<Value>({ value, pending, children }: DeferredProps<Value>) {
  if (!(value instanceof Promise)) return children(value);
  return (
    <Suspense fallback={pending}>
      <Await resolve={value}>{children}</Await>
    </Suspense>
  );
}
