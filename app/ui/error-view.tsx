import type { ReactNode } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { LinkButton } from "./button.tsx";

type ErrorViewProps = {
  /** A sentence written for people; never a stack or another service's words. */
  message: string;
  children?: ReactNode;
};

/** Something failed: a way on, and what happened behind Show Error. */
export function ErrorView({ message, children }: ErrorViewProps) {
  return (
    <main id="main" className="page page-narrow">
      <div className="head">
        <h1>Something went wrong!</h1>
      </div>
      <details className="once">
        <summary className="btn">
          <span>Show Error</span>
          <span>Hide Error</span>
        </summary>
        <pre>{message}</pre>
      </details>
      {children}
    </main>
  );
}

/** No such page, or not for the reader. */
export function NotFoundView({ home = "/" }: { home?: string }) {
  return (
    <main id="main" className="page page-narrow">
      <div className="head">
        <div>
          <h1>Not Found</h1>
          <p>There is no page at this address, or it is not open to you.</p>
        </div>
      </div>
      <LinkButton href={home}>Go to the start</LinkButton>
    </main>
  );
}

/** Every route's `ErrorBoundary`: Not Found for 404, the thrown sentence for other `data(message, {status})`. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundView />;
  return <ErrorView message={messageOf(error)} />;
}

const unexpected = "The page could not be shown. Nothing that you sent before was lost. Try again in a moment.";

function messageOf(error: unknown): string {
  if (!isRouteErrorResponse(error)) return unexpected;
  const said: unknown = error.data;
  // The router's own words ("Error: You made a POST request to …") are not for people.
  return typeof said === "string" && said !== "" && !said.startsWith("Error:") ? said : unexpected;
}
