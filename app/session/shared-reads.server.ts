import { createContext, type RouterContextProvider } from "react-router";
import { requestSessionContext } from "./request-session.server.ts";

/**
 * Makes a read that several loaders of one page need: the first loader sends the call, the others wait for it too. Below a
 * write each loader reads by itself, since what was read before the write may be old.
 * @param read sends the call, for the id of a record
 */
export function sharedRead<Data>(
  read: (context: Readonly<RouterContextProvider>, id: string) => Promise<Data>,
): (context: Readonly<RouterContextProvider>, id: string) => Promise<Data> {
  const begun = createContext<Map<string, Promise<Data>> | null>(null);
  return (context, id) => {
    const { method } = context.get(requestSessionContext).request;
    if (method !== "GET" && method !== "HEAD") return read(context, id);
    const reads = context.get(begun) ?? new Map<string, Promise<Data>>();
    context.set(begun, reads);
    const known = reads.get(id) ?? read(context, id);
    reads.set(id, known);
    return known;
  };
}
