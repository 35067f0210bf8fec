import { z } from "zod";

/** The page of the portal to which a mailed link leads. */
export const nextPath = z
  .string()
  .max(200)
  .regex(/^\/client-portal\/dashboard(?:\/[\w-]+)*$/, "Say a page of the portal.");

/** The page of a property. */
export function propertyPath(packageId: string): string {
  return `/client-portal/dashboard/properties/${packageId}`;
}

/** A mailed link that leads to a page. @param next null: the first page */
export function goingOn(url: string, next: string | null): string {
  return next === null ? url : `${url}?${new URLSearchParams({ next })}`;
}
