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

/**
 * Makes a place for reads that may be as old as the answer to who asks: pages share them for a few seconds, and none of them
 * outlives a write of the session.
 * @returns what reads by a name, or gives what was read under it a moment ago; what failed is read again
 */
export function recentReads<Data>(): (
  context: Readonly<RouterContextProvider>,
  name: string,
  read: () => Promise<Data>,
) => Promise<Data> {
  const kept = new WeakMap<object, Map<string, Data>>();
  return async (context, name, read) => {
    const { moment } = context.get(requestSessionContext);
    if (moment === null) return read();
    const known = kept.get(moment) ?? new Map<string, Data>();
    kept.set(moment, known);
    const earlier = known.get(name);
    if (earlier !== undefined) return earlier;
    const found = await read();
    known.set(name, found);
    return found;
  };
}
