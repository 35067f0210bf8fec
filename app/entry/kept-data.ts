import type { LoaderFunctionArgs, ServerBuild } from "react-router";
import type { LoaderData } from "./deferred-data.ts";

/**
 * What a loader returned for a document. React Router encodes loaders' data for every page: of this it sees an empty map, and pages that
 * hydrate have it encoded in `page-data.ts`. For an object of a class of its own it would first make an error with a stack trace, which
 * costs more than the encoding.
 */
class KeptData extends Map<never, never> {
  readonly #value: unknown;

  constructor(value: unknown) {
    super();
    this.#value = value;
  }

  static contentOf(kept: unknown): unknown {
    return kept instanceof KeptData ? kept.#value : kept;
  }
}

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/** The same routes, whose loaders keep the data of documents from being encoded; `readKept` gives it back. */
export function keepData(routes: Routes): Routes {
  return Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, route && keepDataOf(route)]));
}

function keepDataOf(route: Route): Route {
  const { loader, default: Page } = route.module;
  if (loader === undefined || Page === undefined) return route;
  const keep = async (args: LoaderFunctionArgs): Promise<unknown> => {
    const value: unknown = await loader(args);
    return isPlain(value) && isForDocument(args.request) ? new KeptData(value) : value;
  };
  return { ...route, module: { ...route.module, loader: keep } };
}

/** Responses, and data with a status, are for React Router to read. */
function isPlain(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isForDocument({ url }: Request): boolean {
  return !new URL(url).pathname.endsWith(".data");
}

/** Data of the loaders, by route, with what was kept. */
export function readKept(data: LoaderData): LoaderData {
  return Object.fromEntries(Object.entries(data).map(([id, value]) => [id, KeptData.contentOf(value)]));
}
