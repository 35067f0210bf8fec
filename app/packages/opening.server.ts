import { data, type RouterContextProvider } from "react-router";
import { allows } from "../json-api/resource.ts";
import { load, recordId } from "../session/loading.server.ts";
import { apiOf } from "../session/session.server.ts";
import { type FoundPackage, findPackage } from "./packages.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The package of a page's address. @throws 404 for what is none, or none of the asker's */
export async function openPackage(context: Context, id: string): Promise<FoundPackage> {
  return load(findPackage(apiOf(context), recordId(id)));
}

/** The same for a page that does something to it. @throws 403 for those who may only look */
export async function openPackageFor(action: "update" | "archive", context: Context, id: string) {
  const found = await openPackage(context, id);
  if (!allows(found, action)) throw data("You may look at this package, but not change it.", { status: 403 });
  return found;
}
