import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { LinkButton } from "./button.tsx";

type ErrorViewProps = {
  /** A sentence written for people; never a stack or another service's words. */
  message: string;
};

/** Something failed: a way on, and what happened behind Show Error. */
export function ErrorView({ message }: ErrorViewProps) {
  const { pathname, search } = useLocation();
  return (
    <main id="main" className="page page-narrow">
      <div className="head">
        <div>
          <h1>Something went wrong!</h1>
          <p>This page could not be shown. Nothing that was saved before is lost.</p>
        </div>
      </div>
      <details className="once">
        <summary className="btn">
          <span>Show Error</span>
          <span>Hide Error</span>
        </summary>
        <pre>{message}</pre>
      </details>
      <div className="actions mt-2">
        <LinkButton href={pathname + search} look="go" reload>
          Try again
        </LinkButton>
        <LinkButton href="/">Go to the start</LinkButton>
      </div>
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

const unexpected = "An unexpected error occurred. It has been noted; try again in a moment.";

function messageOf(error: unknown): string {
  if (!isRouteErrorResponse(error)) return unexpected;
  const said: unknown = error.data;
  // The router's own words ("Error: You made a POST request to …") are not for people.
  return typeof said === "string" && said !== "" && !said.startsWith("Error:") ? said : unexpected;
}
