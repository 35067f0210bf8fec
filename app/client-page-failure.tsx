import { useLocation } from "react-router";
import { PortalError } from "./portal/portal-error.tsx";
import { isShared } from "./session/area.ts";
import { SharedError } from "./sharing/shared-error.tsx";

/** What stands in place of a page for clients whose loaders never ran. */
export function ClientPageFailure() {
  return isShared(useLocation().pathname) ? <SharedError /> : <PortalError />;
}
