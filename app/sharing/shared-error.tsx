import { href, isRouteErrorResponse, useLocation, useParams, useRouteError } from "react-router";
import { Said } from "../client-pages/said.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";

/** The `ErrorBoundary` of shared links: what happened and what to do, in the reader's language. */
export function SharedError() {
  const error = useRouteError();
  const { token } = useParams();
  const { pathname, search } = useLocation();
  const { errors, sharing } = useTexts();
  const again = { label: errors.again, href: pathname + search };
  if (!isRouteErrorResponse(error)) return <Said {...errors.failed} way={again} />;
  if (error.status === 404) return <Said {...sharing.notFound} />;
  if (error.status === 413) return <Said {...errors.tooLong} way={again} />;
  if (error.status === 403 && token !== undefined)
    return <Said {...sharing.notAllowed} way={{ label: sharing.back, href: href("/shared/:token/view", { token }) }} />;
  if (error.status < 500) return <Said {...sharing.refused} />;
  return <Said {...errors.failed} way={again} />;
}
