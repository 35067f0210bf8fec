/** What is wrong with what was seen: pure functions over the record of a census. */
import { blocksInParagraphs } from "#tests/support/html-nesting.ts";
import { scoreAnswer } from "#tests/support/observatory.ts";
import { headFlaws } from "#tests/support/page-heads.ts";
import { secretsIn } from "#tests/support/planted-secrets.ts";

/** What somebody asked, and what came back. */
export interface Seen {
  readonly by: string;
  readonly what: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Calls of the service, each with the round in which it was sent: all of a round are sent before any is answered. */
  readonly calls: readonly { readonly name: string; readonly round: number }[];
}

const isPage = ({ headers }: Seen): boolean => headers.get("content-type")?.startsWith("text/html") === true;

const where = ({ by, what, path, status }: Seen): string => `${by} ${what} ${path} ${status}`;

/** All there is without a cookie, hashes of our own scripts and a place on browsers' preload list: 5 points each. */
const leastScore = 150;

/** The Observatory passes over a base or a form that leads elsewhere, which would still be a way out. */
export function headerFlaws(seen: Seen): string[] {
  const { score, findings, costs } = scoreAnswer(seen.headers, isPage(seen) ? seen.body : "");
  const policy = seen.headers.get("content-security-policy") ?? "";
  const isClosed = /base-uri 'none'/.test(policy) && /form-action '(none|self)'/.test(policy);
  if (score >= leastScore && costs.length === 0 && isClosed) return [];
  return [`${where(seen)}: ${score} ${JSON.stringify({ ...findings, policy })}`];
}

export function toldSecrets(seen: Seen, secrets: readonly string[]): string[] {
  const text = `${[...seen.headers].map((pair) => pair.join(": ")).join("\n")}\n${seen.body}`;
  return secretsIn(text, secrets).map((secret) => `${secret} in ${where(seen)}`);
}

export function documentFlaws(seen: Seen): string[] {
  if (!isPage(seen)) return [];
  return [
    ...headFlaws(seen.body),
    ...blocksInParagraphs(seen.body).map((found) => `a block in a paragraph: ${found}`),
  ].map((flaw) => `${where(seen)}: ${flaw}`);
}

function repeatedCalls({ calls, ...seen }: Seen): string[] {
  const names = calls.map(({ name }) => name);
  return names
    .filter((name, place) => names.indexOf(name) !== place)
    .map((name) => `${seen.path} asks twice for ${name}`);
}

/** The pages that take two: what they ask for once the rest is answered. */
export const secondRound: Readonly<Record<string, RegExp>> = {
  // The choices are the folders of what it belongs to, which only its record says.
  "/documents/:documentId/moving": /\/folders\?/,
  "/documents/folders/:folderId/moving": /\/folders\?/,
  // What a client would see of the properties that fit and of the newest: which those are has to be known first.
  "/clients/:id/shares": /\/package_choice\?/,
  // How many emails each of the clients who are listed gets.
  "/packages/:packageId/shares/clients": /\/clients\?.*include=people/,
  // Whose other pages the address sees: which address it is, the client or the invitation says.
  "/clients/:id/portal/invitations/new": /filter%5Bemail%5D=/,
  "/clients/:id/portal/invitations/:invitationId/sending": /filter%5Bemail%5D=/,
  "/clients/:id/portal/invitations/:invitationId/revocation": /filter%5Bemail%5D=/,
  // Whoever is not signed in goes on to the workspace's public page.
  "/:handle": /\/workspaces\/handle\//,
};
/** Staff who look at a client's portal: first it has to be known whose it is. */
const ofView = /^GET \/api\/portal\//;

/** Calls that were sent only once others were answered. @param pattern of the page */
export function lateCalls({ calls, path }: Seen, pattern: string): string[] {
  const later = secondRound[pattern] ?? (pattern.startsWith("/portal-view/") ? ofView : null);
  return calls
    .filter(({ name, round }) => round > (later?.test(name) === true ? 2 : 1))
    .map(({ name, round }) => `${path} asks for ${name} in round ${round}`);
}

/** What is wrong with what an opened page asked for. @param pattern of the page */
export function roundFlaws(seen: Seen, pattern: string): string[] {
  const flaws = [...repeatedCalls(seen), ...lateCalls(seen, pattern)];
  return seen.status === 200 ? flaws : [`${pattern}: ${seen.status}`, ...flaws];
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The links of a page to addresses of its own, with what stands for ids in them put into their place. */
export function linksOf({ body }: Seen, uuidOf: (id: string) => string): ReadonlySet<string> {
  const links = new Set<string>();
  for (const [, link = ""] of body.matchAll(/<a [^>]*?href="(\/[^"#]*)/g)) {
    const { pathname, searchParams } = new URL(link.replaceAll("&amp;", "&"), "http://here");
    const path = pathname
      .split("/")
      .map((part) => uuidOf(decoded(part)))
      .join("/");
    // A record may be named with its kind before it: "client.5f…".
    const whole = (value: string) =>
      value.replace(/^((?:[a-z_]+\.)?)([\s\S]*)$/, (_, kind: string, id: string) => kind + uuidOf(id));
    const query = [...searchParams].map(
      ([name, value]) => `${name}=${uuidOf(value) === value ? whole(value) : uuidOf(value)}`,
    );
    links.add(query.length === 0 ? path : `${path}?${query.join("&")}`);
  }
  return links;
}
