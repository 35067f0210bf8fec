/**
 * The score that Mozilla's HTTP Observatory would give an answer over https, by the rules of its version 1.6
 * (github.com/mdn/mdn-http-observatory, src/analyzer/tests and src/grader/charts.js): 100, less for what is missing, and
 * more for what is there once nothing costs more than 10. It scores what a browser is sent; the redirection from http
 * and the preload list are matters of the domain, and count nothing here.
 */

/** What one of its tests found, and by how much that moves the score. */
type Finding = readonly [finding: string, modifier: number];

/** Below this an answer gets no extra credit. */
const extraCreditFrom = 90;

export interface Score {
  readonly score: number;
  readonly findings: Readonly<Record<string, Finding>>;
}

/** @param html the answer's body; "" for what is no HTML */
export function scoreAnswer(headers: Headers, html: string): Score {
  const findings = {
    csp: scorePolicy(policyOf(headers)),
    cookies: scoreCookies(headers.getSetCookie()),
    cors: scoreSharing(headers.get("access-control-allow-origin")),
    referrer: scoreReferrer(headers.get("referrer-policy")),
    hsts: scoreTransport(headers.get("strict-transport-security")),
    scripts: scoreScripts(html),
    sniffing: scoreWord(headers.get("x-content-type-options"), "nosniff", 0, -5),
    framing: scoreFraming(policyOf(headers), headers.get("x-frame-options")),
    corp: scoreWord(headers.get("cross-origin-resource-policy"), "same-origin", 10, 0),
    coep: scoreWord(headers.get("cross-origin-embedder-policy"), "require-corp", 10, 0),
    coop: scoreWord(headers.get("cross-origin-opener-policy"), "same-origin", 10, 0),
  } satisfies Record<string, Finding>;
  const modifiers = Object.values(findings).map(([, modifier]) => modifier);
  const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 100);
  const bare = total(modifiers.filter((modifier) => modifier < 0));
  return { score: bare >= extraCreditFrom ? total(modifiers) : bare, findings };
}

type Policy = ReadonlyMap<string, readonly string[]>;

function policyOf(headers: Headers): Policy {
  const directives = (headers.get("content-security-policy") ?? "").split(";").map((text) => text.trim().split(/\s+/));
  return new Map(directives.filter(([name]) => name).map(([name = "", ...sources]) => [name.toLowerCase(), sources]));
}

const broad = /^(?:\*|https?:|ftp:|(?:https?:)?\/\/\*.*|data:)$/;

function scorePolicy(policy: Policy): Finding {
  if (policy.size === 0) return ["csp-not-implemented", -25];
  const all = [...policy.values()].flat();
  const sources = (name: string) => policy.get(name) ?? policy.get("default-src") ?? ["*"];
  if (all.includes("'unsafe-eval'")) return ["csp-implemented-with-unsafe-eval", -10];
  const risky = ["script-src", "object-src", "style-src"].flatMap(sources);
  if (risky.some((source) => source === "'unsafe-inline'" || broad.test(source)))
    return ["csp-implemented-with-unsafe-inline", -20];
  if (all.some((source) => source.startsWith("http:"))) return ["csp-implemented-with-insecure-scheme", -20];
  const closed = (name: string, ...words: string[]) => words.includes(policy.get(name)?.join(" ") ?? "*");
  const isClosed = closed("default-src", "'none'") && closed("form-action", "'none'", "'self'");
  return isClosed && closed("base-uri", "'none'", "'self'")
    ? ["csp-implemented-with-no-unsafe-default-src-none", 10]
    : ["csp-implemented-with-no-unsafe", 5];
}

function scoreCookies(cookies: readonly string[]): Finding {
  if (cookies.length === 0) return ["cookies-not-found", 0];
  const has = (cookie: string, attribute: RegExp) =>
    cookie
      .split(";")
      .slice(1)
      .some((part) => attribute.test(part.trim()));
  if (!cookies.every((cookie) => has(cookie, /^secure$/i))) return ["cookies-without-secure-flag", -20];
  if (!cookies.every((cookie) => has(cookie, /^httponly$/i))) return ["cookies-session-without-httponly-flag", -30];
  return cookies.every((cookie) => has(cookie, /^samesite=(?:lax|strict)$/i))
    ? ["cookies-secure-with-httponly-sessions-and-samesite", 5]
    : ["cookies-secure-with-httponly-sessions", 0];
}

function scoreSharing(origin: string | null): Finding {
  return origin === null
    ? ["cross-origin-resource-sharing-not-implemented", 0]
    : ["cross-origin-resource-sharing-implemented-with-universal-access", -50];
}

function scoreReferrer(policy: string | null): Finding {
  const isPrivate = ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"].includes(
    policy ?? "",
  );
  return isPrivate ? ["referrer-policy-private", 5] : ["referrer-policy-unsafe", -5];
}

const halfAYear = 15_768_000;

function scoreTransport(value: string | null): Finding {
  const seconds = Number(/max-age=(\d+)/.exec(value ?? "")?.[1] ?? 0);
  return seconds >= halfAYear
    ? ["hsts-implemented-max-age-at-least-six-months", 0]
    : ["hsts-implemented-max-age-less-than-six-months", value === null ? -20 : -10];
}

function scoreScripts(html: string): Finding {
  const addresses = [...html.matchAll(/<script[^>]*\ssrc="([^"]*)"/gi)].map(([, address = ""]) => address);
  return addresses.every((address) => /^\/(?!\/)/.test(address))
    ? ["sri-not-implemented-but-all-scripts-loaded-from-secure-origin", 0]
    : ["sri-not-implemented-but-external-scripts-loaded-securely", -5];
}

function scoreFraming(policy: Policy, old: string | null): Finding {
  if (policy.get("frame-ancestors")?.join(" ") === "'none'") return ["x-frame-options-implemented-via-csp", 5];
  return old === null ? ["x-frame-options-not-implemented", -20] : ["x-frame-options-sameorigin-or-deny", 5];
}

function scoreWord(value: string | null, best: string, credit: number, otherwise: number): Finding {
  return value === best ? [best, credit] : [`not ${best}`, otherwise];
}
