/**
 * The two sides of the product, for staff and for clients. They are used side by side in one browser: each has cookies of its
 * own, and signing in or out of one changes nothing in the other.
 */
export interface Area {
  readonly cookies: {
    readonly session: string;
    /** The id of a form that was sent after the session ended. */
    readonly parkedForm: string;
    /** The workspace last chosen in this browser, or in the portal the client: the next session starts there. */
    readonly workspace: string;
    readonly toast: string;
  };
  /** The page where one signs in. */
  readonly login: string;
  /** Where one is after signing in. */
  readonly home: string;
  /** Whether signing in may lead to this path. */
  owns(pathname: string): boolean;
}

const portalSegment = "client-portal";

const isPortal = (pathname: string): boolean => firstSegment(pathname) === portalSegment;

export const areas = {
  staff: {
    cookies: {
      session: "latchkey",
      parkedForm: "latchkey_form",
      workspace: "latchkey_workspace",
      toast: "lk_toast",
    },
    // With the slash that the links of the specification have.
    login: "/login/",
    home: "/dashboard",
    owns: (pathname) => !isPortal(pathname),
  },
  portal: {
    cookies: {
      session: "latchkey_portal",
      parkedForm: "latchkey_portal_form",
      workspace: "latchkey_portal_workspace",
      toast: "lk_portal_toast",
    },
    login: `/${portalSegment}/login`,
    home: `/${portalSegment}/dashboard`,
    owns: isPortal,
  },
} as const satisfies Readonly<Record<"staff" | "portal", Area>>;

/** The side that a path belongs to, by its first segment. */
export function areaOf(pathname: string): Area {
  return isPortal(pathname) ? areas.portal : areas.staff;
}

/** Whether a path is one of a shared link, which people outside the workspace open. */
export function isShared(pathname: string): boolean {
  return firstSegment(pathname) === "shared";
}

/** As the router matches it: decoded, in any case, after any number of slashes. */
function firstSegment(pathname: string): string {
  const [, segment = ""] = /^\/*([^/]*)/.exec(pathname) ?? [];
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment.toLowerCase();
  }
}
