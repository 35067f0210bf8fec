/** The settings of a route module for its pages: `export const handle: PageHandle = { scripts: "none" }`. */
export type PageHandle = {
  /** No script at all, on this page and those below it. */
  readonly scripts?: "none";
  /** The page holds a form that creates something, under a key that is good for one page view: never answered 304. */
  readonly form?: "create";
};

/** A route's handle as far as it is one; routes may have none, or other things in theirs. */
export function readHandle(handle: unknown): PageHandle {
  if (typeof handle !== "object" || handle === null) return {};
  return {
    ...("scripts" in handle && handle.scripts === "none" ? { scripts: "none" } : {}),
    ...("form" in handle && handle.form === "create" ? { form: "create" } : {}),
  };
}
