/** Calls to the service that are never answered. */
import { http } from "msw";
import type { Application } from "./application.ts";

/** A call by its address, without what differs from page view to page view. */
export function nameOf({ method, url }: Request): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search.replaceAll(/\d{4}-\d\d-\d\d[^&]*/g, "date")}`;
}

interface Hanging {
  /** Of the calls that came. */
  readonly signals: readonly AbortSignal[];
  /** Ends them. */
  release(): void;
}

/** Has calls to the service hang. @param isMet whether a call does, by its name */
export function hang({ use }: Pick<Application, "use">, isMet: (name: string) => boolean): Hanging {
  const signals: AbortSignal[] = [];
  const released = Promise.withResolvers<Response>();
  use(
    http.all("*", ({ request }) => {
      if (!isMet(nameOf(request))) return;
      signals.push(request.signal);
      return released.promise.then((response) => response.clone());
    }),
  );
  return { signals, release: () => released.resolve(new Response("", { status: 400 })) };
}
