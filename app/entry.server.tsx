import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
} from "react-router";
import { ClientPageFailure } from "./client-page-failure.tsx";
import portalStyles from "./client-pages/client-pages.css?inline";
import { languageOfAddress } from "./client-pages/language.server.ts";
import enhancer from "./enhancer/enhancer.ts?script";
import fileFields from "./enhancer/file-fields.ts?script";
import { ownScripts } from "./entry/own-scripts.ts";
import { createPageHandler, streamPatience } from "./entry/page-handler.tsx";
import { logContext, requestIdContext } from "./session/context.ts";
import { keptOwner } from "./session/kept-device.server.ts";
import { keepUnsentForm } from "./session/unsent-form.server.ts";
import styles from "./ui/app.css?inline";

const development = import.meta.env.DEV;

/** Longer than a page may stream, so that its data never ends before it. */
export const streamTimeout = streamPatience + 1000;

const handlePage = createPageHandler({
  styles: development ? null : styles,
  portal: { styles: development ? null : portalStyles, languageOf: languageOfAddress, failure: <ClientPageFailure /> },
  enhancer,
  fileFields,
  ownScripts,
  development,
});

/** Answers every request for a document, once its loaders have run. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const onError = (error: unknown) => context.get(logContext).error({ err: error }, "A page could not be rendered");
  const requestId = context.get(requestIdContext);
  const owner = keptOwner(context);
  return keepUnsentForm({ request, status, page, context }, () =>
    // Those of a page that is rendered twice are its own.
    handlePage({ request, status, headers: new Headers(headers), page, requestId, owner, onError }),
  );
}

/** Everything that loaders, actions and components throw and that is not an answer of its own. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  if (statusOf(error) < 500) return;
  context.get(logContext).error({ err: error }, "A page failed");
};

/** Of an answer, also of one that was thrown before a route had it; 500 for anything else. */
function statusOf(error: unknown): number {
  if (isRouteErrorResponse(error)) return error.status;
  const init: unknown = typeof error === "object" && error !== null && "init" in error ? error.init : null;
  const status: unknown = typeof init === "object" && init !== null && "status" in init ? init.status : null;
  return typeof status === "number" ? status : 500;
}
