import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
} from "react-router";
import portalStyles from "./client-pages/client-pages.css?inline";
import { languageOfAddress } from "./client-pages/language.server.ts";
import enhancer from "./enhancer/enhancer.ts?script";
import fileFields from "./enhancer/file-fields.ts?script";
import { ClientPageFailure, createPageHandler, streamPatience } from "./entry/page-handler.tsx";
import { logContext, requestIdContext } from "./session/context.ts";
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
  await keepUnsentForm(request, page.staticHandlerContext, context);
  return handlePage({ request, status, headers, page, requestId: context.get(requestIdContext), onError });
}

/** Everything that loaders, actions and components throw and that is not an answer of its own. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const expected = isRouteErrorResponse(error) && error.status < 500;
  if (!expected) context.get(logContext).error({ err: error }, "A page failed");
};
