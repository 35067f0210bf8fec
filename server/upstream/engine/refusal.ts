type ProblemSource = { readonly pointer: string } | { readonly parameter: string } | { readonly header: string };

export interface Problem {
  readonly status: number;
  readonly code: string;
  /** One sentence for a person; safe to show. */
  readonly detail: string;
  readonly source?: ProblemSource;
}

/** Thrown below a route; its transaction is rolled back, and the problems are the answer. */
export class Refusal extends Error {
  readonly problems: readonly [Problem, ...Problem[]];
  readonly headers: Readonly<Record<string, string>>;

  constructor(problems: readonly [Problem, ...Problem[]], headers: Readonly<Record<string, string>> = {}) {
    super(problems[0].detail);
    this.name = "Refusal";
    this.problems = problems;
    this.headers = headers;
  }

  get status(): number {
    return this.problems[0].status;
  }
}

function refuse(status: number, code: string, detail: string, source?: ProblemSource): Refusal {
  return new Refusal([source ? { status, code, detail, source } : { status, code, detail }]);
}

export const notFound = () => refuse(404, "not_found", "No such record.");

export const noRoute = () => refuse(404, "no_route_found", "No such route.");

/** @param allowed the methods that the URL does answer */
export const methodNotAllowed = (allowed: readonly string[]) =>
  new Refusal([{ status: 405, code: "method_not_allowed", detail: `This URL answers ${allowed.join(", ")}.` }], {
    Allow: allowed.join(", "),
  });

/** Without a session, or with wrong credentials when another code is given. */
export const unauthenticated = (code = "unauthenticated", detail = "Sign in first.") =>
  new Refusal([{ status: 401, code, detail }], { "WWW-Authenticate": "Bearer" });

export const forbidden = (detail = "You may not do this.") => refuse(403, "forbidden", detail);

/** @param pointer where in the document, as a JSON pointer; "" is the document itself */
export const invalidBody = (detail: string, pointer = "") => refuse(400, "invalid_body", detail, { pointer });

/** One attribute has an impossible value. @param name in wire spelling */
export const invalidAttribute = (name: string, detail: string) =>
  refuse(400, "invalid_attribute", detail, { pointer: `/data/attributes/${name}` });

export const invalidQuery = (
  code:
    | "invalid_query"
    | "invalid_pagination"
    | "invalid_sort"
    | "invalid_filter"
    | "invalid_includes"
    | "invalid_keyset"
    | "invalid_field",
  parameter: string,
  detail: string,
) => refuse(400, code, detail, { parameter });

export const conflict = (code: string, detail: string, source?: ProblemSource) => refuse(409, code, detail, source);

export const editConflict = () =>
  refuse(412, "precondition_failed", "Someone else changed this record.", { header: "If-Match" });

export const gone = (code: string, detail: string) => refuse(410, code, detail);

/** @param seconds when to try again */
export const tooManyRequests = (detail: string, seconds: number) =>
  new Refusal([{ status: 429, code: "too_many_requests", detail }], { "Retry-After": String(seconds) });

export const notAcceptable = () =>
  refuse(406, "not_acceptable", "Answers are application/vnd.api+json.", { header: "Accept" });

export const unsupportedMediaType = () =>
  refuse(415, "unsupported_media_type", "Send application/vnd.api+json without parameters.", {
    header: "Content-Type",
  });

export const tooLarge = (limit: number) =>
  refuse(413, "payload_too_large", `A document may have at most ${limit} bytes.`);

export const unavailable = (seconds = 1) =>
  new Refusal([{ status: 503, code: "unavailable", detail: "The service cannot answer just now." }], {
    "Retry-After": String(seconds),
  });

/** A service that this one needs does not answer: the request gets 503 and may be sent again. */
export class Outage extends Error {}
