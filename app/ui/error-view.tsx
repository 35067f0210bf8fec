import { createContext, type ReactNode, useContext } from "react";
import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { LinkButton, SubmitButton } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { Page, PageTitle, useInsideHeaded, useInsidePage } from "./page.tsx";
import { PostForm } from "./post-form.tsx";
import { latestRequestId } from "./retrying-fetch.ts";

type ErrorViewProps = {
  /** Of the answer; undefined where there is none. */
  status?: number;
  /** Shown by Show Error: what failed, in our words; never a stack or another service's. */
  message?: string | undefined;
  /** What happened, what was kept and what to do. */
  sentence?: string;
};

/** The id under which the log has the request for this document. */
export const RequestIdContext = createContext<string | undefined>(undefined);

const nothingLost = "This page couldn't be shown. Nothing you saved is lost.";

/** A form that could not be received, to be sent again as it is. */
export type UnsentForm = {
  readonly sentence: string;
  /** What was typed, to be read and copied. */
  readonly typed: string;
  /** Where it is sent. */
  readonly address: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The sender may not send it any more: a page that is open to them. */
  readonly back?: PermissionRefusal["back"];
};

/** What someone is told who may not do what they asked for. */
export type PermissionRefusal = {
  /** What they may not do, in a sentence. */
  readonly refused: string;
  /** Who may, in a sentence; absent where nobody may, or nobody here knows. */
  readonly who?: string;
  /** A page that is open to them. */
  readonly back: { readonly label: string; readonly href: string };
};

/** Something failed: a sentence, a way on, and the error behind Show Error. */
export function ErrorView({ status, message, sentence = nothingLost }: ErrorViewProps) {
  const { pathname, search } = useLocation();
  const documentId = useContext(RequestIdContext);
  const id = latestRequestId() ?? documentId;
  const error = [status, message].filter((part) => part !== undefined && part !== "").join(": ");
  const revealed = id === undefined ? error : `${error}\nRequest ${id}`;
  return (
    <ErrorPage icon="warn" title="Something went wrong!" subtitle={sentence}>
      <div className="actions">
        <LinkButton href={pathname + search} look="go" reload>
          Try again
        </LinkButton>
        <LinkButton href="/">Go to dashboard</LinkButton>
      </div>
      <details className="once">
        <summary className="btn">
          <span>Show Error</span>
          <span>Hide Error</span>
        </summary>
        <pre className="typed" data-request={id}>
          {revealed}
        </pre>
      </details>
    </ErrorPage>
  );
}

/** No such page, or no access to it. */
export function NotFoundView({ home = "/" }: { home?: string }) {
  return (
    <ErrorPage icon="find" title="Not Found" subtitle="This page doesn't exist or you don't have access.">
      <LinkButton href={home} look="go">
        Go to dashboard
      </LinkButton>
    </ErrorPage>
  );
}

type ErrorPageProps = { icon: IconName; title: string; subtitle: string; children: ReactNode };

/** A page of its own, or the part of a page that could not be shown. */
function ErrorPage({ icon, title, subtitle, children }: ErrorPageProps) {
  const isPart = useInsidePage();
  const isHeaded = useInsideHeaded();
  const body = (
    <div className="empty">
      {isHeaded ? null : <PageTitle>{title}</PageTitle>}
      <Icon name={icon} />
      {isHeaded ? <h2 className="text-ink">{title}</h2> : <h1 className="text-ink">{title}</h1>}
      <p className="max-w-[48ch]">{subtitle}</p>
      {children}
    </div>
  );
  return isPart ? body : <Page>{body}</Page>;
}

/** Every route's `ErrorBoundary`: Not Found for 404, the thrown sentence for other `data(message, {status})`. */
export function RouteError() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return <ErrorView status={500} message={unexpected} />;
  if (isUnsent(error.data)) return <UnsentView {...error.data} />;
  if (error.status === 404) return <NotFoundView />;
  if (isPermissionRefusal(error.data)) return <PermissionRefusedView {...error.data} />;
  const sentence = sentenceIn(error.data);
  if (error.status === 501 && sentence !== null) return <NotOfferedView sentence={sentence} />;
  return sentence === null ? (
    <ErrorView status={error.status} message={unexpected} />
  ) : (
    <ErrorView status={error.status} message={error.statusText} sentence={sentence} />
  );
}

/** The connected service does not do this: nothing has failed, and asking again would not help. */
function NotOfferedView({ sentence }: { sentence: string }) {
  return (
    <ErrorPage icon="warn" title="Not available here" subtitle={sentence}>
      <LinkButton href="/">Go to dashboard</LinkButton>
    </ErrorPage>
  );
}

/** Whether an answer says that someone may not do what they asked for. */
export function isPermissionRefusal(said: unknown): said is PermissionRefusal {
  return typeof said === "object" && said !== null && "refused" in said;
}

/** A permission that the reader does not have: sending the same again would not help, so nothing offers that. */
function PermissionRefusedView({ refused, who, back }: PermissionRefusal) {
  return (
    <ErrorPage icon="lock" title="You don't have access" subtitle={who === undefined ? refused : `${refused} ${who}`}>
      <LinkButton href={back.href} look="go">
        {back.label}
      </LinkButton>
    </ErrorPage>
  );
}

function isUnsent(said: unknown): said is UnsentForm {
  return typeof said === "object" && said !== null && "fields" in said;
}

/** The form's fields are in the page, and its button sends them again with the same key, so that they are written once. */
function UnsentView({ sentence, typed, address, fields, back }: UnsentForm) {
  if (back !== undefined)
    return (
      <ErrorPage
        icon="lock"
        title="You don't have access"
        subtitle={`${sentence} Nothing was saved. Copy what you need before you leave this page.`}
      >
        <pre className="typed">{typed}</pre>
        <LinkButton href={back.href} look="go">
          {back.label}
        </LinkButton>
      </ErrorPage>
    );
  return (
    <ErrorPage icon="warn" title="Something went wrong!" subtitle={`${sentence} Your entries are kept on this page.`}>
      <PostForm action={address}>
        {fields.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        {typed === "" ? null : <pre className="typed">{typed}</pre>}
        <div className="actions">
          <SubmitButton>Send again</SubmitButton>
        </div>
      </PostForm>
    </ErrorPage>
  );
}

const unexpected = "An unexpected error occurred. We've logged it. Try again in a moment.";

/** Null for the router's own words ("Error: You made a POST request to …") and for the page of a proxy in between. */
function sentenceIn(said: unknown): string | null {
  return typeof said === "string" && said !== "" && !/^(Error:|\s*<)/.test(said) ? said : null;
}
