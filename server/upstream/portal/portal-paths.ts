import { z } from "zod";

/** Where a mailed link goes on to after its button: a page of the portal, as the app has them. */
export const nextPath = z
  .string()
  .max(200)
  .regex(/^\/client-portal\/dashboard(?:\/[\w-]+)*$/, "Say a page of the portal.");

/** The page of a property. */
export function propertyPath(packageId: string): string {
  return `/client-portal/dashboard/properties/${packageId}`;
}

/** A mailed link that goes on to a page. @param next null: to the first page */
export function goingOn(url: string, next: string | null): string {
  return next === null ? url : `${url}?${new URLSearchParams({ next })}`;
}
