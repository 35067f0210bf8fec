import type { ReactNode } from "react";
import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { LinkButton } from "./button.tsx";
import { Page, useInsidePage } from "./page.tsx";

type ErrorViewProps = {
  /** A sentence written for people; never a stack or another service's words. */
  message: string;
};

/** Something failed: a way on, and what happened behind Show Error. */
export function ErrorView({ message }: ErrorViewProps) {
  const { pathname, search } = useLocation();
  return (
    <Trouble
      title="Something went wrong!"
      subtitle="This page could not be shown. Nothing that was saved before is lost."
    >
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
    </Trouble>
  );
}

/** No such page, or not for the reader. */
export function NotFoundView({ home = "/" }: { home?: string }) {
  return (
    <Trouble title="Not Found" subtitle="There is no page at this address, or it is not open to you.">
      <LinkButton href={home}>Go to the start</LinkButton>
    </Trouble>
  );
}

type TroubleProps = { title: string; subtitle: string; children: ReactNode };

/** A page of its own, or the part of a page that could not be shown. */
function Trouble({ title, subtitle, children }: TroubleProps) {
  const isPart = useInsidePage();
  const body = (
    <>
      <div className="head">
        <div>
          {isPart ? <h2>{title}</h2> : <h1>{title}</h1>}
          <p>{subtitle}</p>
        </div>
      </div>
      {children}
    </>
  );
  return isPart ? <div className="pad">{body}</div> : <Page narrow>{body}</Page>;
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
