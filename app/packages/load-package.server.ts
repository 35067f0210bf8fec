import type { RouterContextProvider } from "react-router";
import { apiOf, load, notFound, permitted, recordId, viewOnly } from "../session/session.server.ts";
import type { FoundComparable } from "./comparables.server.ts";
import { packagePath } from "./package-list.ts";
import { type FoundPackage, findPackage } from "./packages.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The package of a page's address. @throws 404 for what is none, or none of the current user's */
export async function loadPackage(context: Context, id: string): Promise<FoundPackage> {
  return load(findPackage(apiOf(context), recordId(id)));
}

/** The same for a page that does something to it. @throws 403 for those who may only look */
export async function loadPackageFor(action: "update" | "archive", context: Context, id: string) {
  return permitted(await loadPackage(context, id), action, viewOnly("property", packagePath(id)));
}

/** A comparable of a package. @throws 404, or 403 for those who may only look */
export async function loadComparableFor(
  action: "update" | "remove",
  context: Context,
  { packageId, comparableId }: { readonly packageId: string; readonly comparableId: string },
): Promise<{ found: FoundPackage; comparable: FoundComparable }> {
  const found = await loadPackage(context, packageId);
  return {
    found,
    comparable: permitted(comparableOf(found, comparableId), action, viewOnly("property", packagePath(packageId))),
  };
}

/** A comparable of this package; the service itself would take it under any package's address. @throws 404 */
export function comparableOf({ comparables }: FoundPackage, id: string): FoundComparable {
  const comparable = comparables.find((one) => one.id === id);
  if (comparable === undefined) throw notFound();
  return comparable;
}
