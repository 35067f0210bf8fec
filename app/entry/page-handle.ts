/** The settings of a route module for its pages: `export const handle: PageHandle = { scripts: "none" }`. */
export type PageHandle = {
  /** "enhanced": the page never hydrates. */
  readonly scripts?: "none" | "enhanced";
  /**
   * The page holds a form that creates something, under a key that is good for one page view: never answered 304. A module that
   * creates at its address that ends in "/new", and changes what is there at its other one, says "create at new".
   */
  readonly form?: "create";
  /** What is posted there may hold files, and so be long and take its time. */
  readonly takesFiles?: true;
  /** The style sheet of this page and those below it: the portal's own, in place of the staff's. */
  readonly sheet?: "portal";
  /** A device whose person has said that it is theirs may keep the pages below, for when there is no connection. */
  readonly kept?: true;
  /** The page begins with navigation, past which a link leads. */
  readonly skipLink?: true;
  /** The name of a script of the page's own, which may register a worker. A page that hydrates imports it by itself. */
  readonly ownScript?: string;
};

/** A route's handle as far as it is one; routes may have none, or other things in theirs. @param pathname of the page */
export function readHandle(handle: unknown, pathname = ""): PageHandle {
  if (typeof handle !== "object" || handle === null) return {};
  return {
    ...("scripts" in handle && handle.scripts === "none" ? { scripts: "none" } : {}),
    ...("scripts" in handle && handle.scripts === "enhanced" ? { scripts: "enhanced" } : {}),
    ...("sheet" in handle && handle.sheet === "portal" ? { sheet: "portal" } : {}),
    ...("skipLink" in handle && handle.skipLink === true ? { skipLink: true } : {}),
    ...("ownScript" in handle && typeof handle.ownScript === "string" ? { ownScript: handle.ownScript } : {}),
    ...("kept" in handle && handle.kept === true ? { kept: true } : {}),
    ...("takesFiles" in handle && handle.takesFiles === true ? { takesFiles: true } : {}),
    ...("form" in handle && creates(handle.form, pathname) ? { form: "create" } : {}),
  };
}

const creates = (form: unknown, pathname: string): boolean =>
  form === "create" || (form === "create at new" && /\/new\/?$/.test(pathname));
