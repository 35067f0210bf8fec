import { type ReactNode, useContext } from "react";
import {
  Links,
  type LoaderFunctionArgs,
  Outlet,
  Scripts,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import { pageLanguage } from "./client-pages/language.server.ts";
import { EnhancerTag, OwnScriptTag, StylesTag } from "./entry/inline-tags.tsx";
import { readHandle } from "./entry/page-handle.ts";
import { buttonFields } from "./forms/forms.server.ts";
import { registerRecords } from "./records.server.ts";
import { loadSession } from "./session/guards.server.ts";
import { readParamsAsWritten } from "./session/params-as-written.server.ts";
import { noteRoutePattern } from "./session/route-pattern.server.ts";
import { takeToast } from "./session/toast.server.ts";
import { ClientNavigation } from "./ui/client-navigation.tsx";
import { DocumentContext } from "./ui/document-parts.ts";
import { RequestIdContext, RouteError } from "./ui/error-view.tsx";
import { countLate, ManyLate } from "./ui/not-loaded.tsx";
import { PageScroll } from "./ui/page-scroll.tsx";
import { PendingBar } from "./ui/pending.tsx";
import { ScriptlessContext } from "./ui/send-address.ts";
import { Toast, type ToastMessage } from "./ui/toast.tsx";

/** What is thrown before any loader has run; the portal says it in its own way. */
export function ErrorBoundary() {
  return useContext(DocumentContext).failure ?? <RouteError />;
}

export const middleware = [noteRoutePattern, readParamsAsWritten, registerRecords, loadSession];

/** The toast is said once: reading it takes its cookie away. The pages of the portal are in the language of their reader. */
export async function loader({ context }: LoaderFunctionArgs) {
  return { toast: shownToast(context), ...(await pageLanguage(context)) };
}

/** The toast, with what its button sends where it has one. */
function shownToast(context: LoaderFunctionArgs["context"]): ToastMessage | null {
  const toast = takeToast(context);
  if (toast === null) return null;
  const { undo, open, ...said } = toast;
  return {
    ...said,
    ...(open === null ? {} : { open }),
    ...(undo === null ? {} : { undo: { ...undo, fields: { ...buttonFields(context), ...undo.fields } } }),
  };
}

/** A page that looks again by itself has no new toast, and keeps the one that is being read. */
export function shouldRevalidate({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod !== undefined || currentUrl.href !== nextUrl.href;
}

const toDevice = "width=device-width, initial-scale=1";

export function Layout({ children }: { children: ReactNode }) {
  const { scripts, styles, sheetAddress, enhancer, ownScript, language, withoutScripts, requestId } =
    useContext(DocumentContext);
  return (
    <html lang={useRouteLoaderData<typeof loader>("root")?.language ?? language ?? "en"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content={scripts === "none" ? toDevice : `${toDevice}, viewport-fit=cover`} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {scripts === "none" ? null : <link rel="manifest" href="/manifest.webmanifest" crossOrigin="use-credentials" />}
        <StylesTag styles={styles} address={sheetAddress} />
        <EnhancerTag enhancer={enhancer} />
        <Links />
        {scripts === "full" ? (
          // Scripts may have been turned off since a visit with them: what comes late would never show itself.
          <noscript>
            {withoutScripts ? <meta httpEquiv="refresh" content={`0; url=${withoutScripts}`} /> : null}
          </noscript>
        ) : null}
      </head>
      <body>
        <RequestIdContext value={requestId}>
          {import.meta.env.SSR ? (
            <ScriptlessContext value={scripts === "none"}>{children}</ScriptlessContext>
          ) : (
            children
          )}
        </RequestIdContext>
        <OwnScriptTag script={ownScript} />
        {scripts === "full" ? <Hydration /> : null}
      </body>
    </html>
  );
}

/** What only a page that hydrates has. */
function Hydration() {
  return (
    <>
      <PendingBar />
      <ClientNavigation />
      <PageScroll />
      <Scripts />
    </>
  );
}

export default function Root() {
  const { toast, toastWords } = useLoaderData<typeof loader>();
  const matches = useMatches();
  const hasSkipLink = matches.some(({ handle }) => readHandle(handle).skipLink);
  // A link would lose what is typed into a form, whose parts have buttons.
  const isForm = matches.some(({ handle, pathname }) => readHandle(handle, pathname).form === "create");
  return (
    <ManyLate value={!isForm && countLate(matches.map(({ loaderData }) => loaderData)) > 1}>
      {hasSkipLink ? (
        <a className="vh btn" href="#main">
          Skip to content
        </a>
      ) : null}
      <Toast toast={toast} words={toastWords} />
      <Outlet />
    </ManyLate>
  );
}
