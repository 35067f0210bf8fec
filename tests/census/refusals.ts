/** The ways in which a service can refuse a write, or leave it open whether it happened, and what a page has to say then. */

const type = "application/vnd.api+json";
/** What no page may repeat. */
export const theirWords = "ORA-00942 at /srv/upstream/lib/secret.ex:17";

/** Makes what answers so. @param body null for none */
export function answerWith(status: number, body: string | null = theirProblem(status)): () => Response {
  return () => new Response(body, { status, headers: { "content-type": type } });
}

function theirProblem(status: number): string {
  return JSON.stringify({ errors: [{ status: String(status), detail: theirWords }] });
}

function cutOff(): never {
  const cause = Object.assign(new Error(theirWords), { code: "ECONNRESET" });
  throw Object.assign(new TypeError("fetch failed"), { cause });
}

export interface Refusal {
  readonly name: string;
  readonly meet: () => Response;
  /** Of the page. */
  readonly status: number;
  readonly says: RegExp;
  /** Forms have ways of their own to say these; the others one code says for all forms, and one in nine meets each. */
  readonly byForm?: true;
}

const unsure = /We couldn.t confirm whether this was saved/;
const html = () => new Response(`<h1>${theirWords}</h1>`, { headers: { "content-type": "text/html" } });

export const refusals: readonly Refusal[] = [
  { name: "400", meet: answerWith(400), status: 400, says: /refused this without giving a reason/, byForm: true },
  { name: "403", meet: answerWith(403), status: 403, says: /don.t have permission/, byForm: true },
  { name: "404", meet: answerWith(404), status: 404, says: /isn.t there anymore/, byForm: true },
  { name: "404 without a body", meet: answerWith(404, ""), status: 404, says: /isn.t there anymore/ },
  { name: "405", meet: answerWith(405, ""), status: 405, says: /isn.t offered here/ },
  { name: "412", meet: answerWith(412), status: 409, says: /Someone else (changed|moved)/, byForm: true },
  { name: "413", meet: answerWith(413, ""), status: 413, says: /too long/ },
  { name: "415", meet: answerWith(415), status: 415, says: /isn.t offered here/ },
  { name: "422", meet: answerWith(422), status: 422, says: /refused this without giving a reason/, byForm: true },
  { name: "429", meet: answerWith(429), status: 503, says: /busy right now/ },
  { name: "500", meet: answerWith(500, ""), status: 502, says: unsure },
  { name: "500 with words of its own", meet: answerWith(500), status: 502, says: unsure },
  { name: "501", meet: answerWith(501), status: 501, says: /isn.t offered here/ },
  { name: "502", meet: answerWith(502), status: 502, says: unsure },
  { name: "503", meet: answerWith(503), status: 503, says: /isn.t responding right now/ },
  { name: "504", meet: answerWith(504), status: 502, says: unsure },
  { name: "a connection that is cut", meet: cutOff, status: 502, says: unsure },
  { name: "HTML with 200", meet: html, status: 502, says: unsure },
];

/** Last of all, since it settles the forms that `settledByConflict` names. */
export const conflict: Refusal = {
  name: "409",
  meet: answerWith(409),
  status: 409,
  says: /conflicts with an existing record|Someone else changed this/,
  byForm: true,
};

/** For these a conflict is no failure: it says that it is too late, and so does the page that they lead to. */
export const settledByConflict: ReadonlySet<string> = new Set([
  "/clients/imports/:importId/undoing",
  "/opportunities/:opportunityId/undoing",
  "/opportunities/:opportunityId/after-closing/undoing",
  "/settings/account/two-step/setup",
]);

/** What these lead to has no address without an answer. */
export const needAnswer: ReadonlySet<string> = new Set(["/clients/:id/portal/view", "/settings/account/calendar"]);
