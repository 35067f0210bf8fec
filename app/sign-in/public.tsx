import { Outlet } from "react-router";
import { HoneypotInputs, HoneypotProvider } from "remix-utils/honeypot/react";
import type { PageHandle } from "../entry/page-handle.ts";
import { honeypotField } from "../session/hidden-fields.ts";
import { loadWhole } from "../session/load-whole.server.ts";
import { PostFormExtra } from "../ui/post-form.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** The layout of all pages without scripts: signing in, registering, and what mailed links lead to. Their forms have a honeypot. */

export const handle: PageHandle = { scripts: "none" };

export const middleware = [loadWhole];

export async function loader() {
  return null;
}

/** The class is the sheet's own, so that the field brings no style with it. */
const honeypot = (
  <HoneypotProvider nameFieldName={honeypotField} validFromFieldName={null}>
    <HoneypotInputs className="extra" label="Leave this field blank" />
  </HoneypotProvider>
);

export default function Public() {
  return (
    <PostFormExtra value={honeypot}>
      <Outlet />
    </PostFormExtra>
  );
}
