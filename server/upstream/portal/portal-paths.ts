import { z } from "zod";

const home = "/client-portal/dashboard";

/** The page of the portal to which a mailed link leads, perhaps in a certain household. */
export const nextPath = z
  .string()
  .max(200)
  .regex(/^\/client-portal\/dashboard(?:\/[\w-]+)*(?:\?household=[\da-f-]{36})?$/, "Say a page of the portal.");

/** A page of a client's portal: whoever has the portal of another household open is asked before it is shown. */
export function pageOfPortal(below: string, clientId: string): string {
  return `${home}${below}?${new URLSearchParams({ household: clientId })}`;
}

/** A mailed link that leads to a page. @param next null: the first page */
export function goingOn(url: string, next: string | null): string {
  return next === null ? url : `${url}?${new URLSearchParams({ next })}`;
}
