/** Whether an email is from the address that it names, by the mail server's Authentication-Results. */

/** Properties with the domain of a method (RFC 8601, 2.7). */
const subjects = new Map([
  ["spf", "smtp.mailfrom"],
  ["dkim", "header.d"],
  ["dmarc", "header.from"],
]);

/** Servers differ in how they write quoted local parts. */
const plainSubject = /^(?:[^\s\p{C};,:"()<>@[\]\\]*@)?([\p{L}\p{M}\p{N}._-]+)$/u;

/**
 * Whether one of the methods proved the domain of an address. @param results values of the headers, the topmost first
 * @param authservId of the trusted server; null: none @param address normalized
 */
export function isProved(results: readonly string[], authservId: string | null, address: string): boolean {
  if (authservId === null) return false;
  const domain = address.slice(address.lastIndexOf("@") + 1);
  // Only the topmost header of the trusted server counts: a sender may have written the others.
  const [deciding] = results
    .map(readAuthenticationResults)
    .filter((header) => header === null || header.server === authservId);
  const findings = deciding?.findings ?? [];
  if (findings.some(({ method, result }) => method === "dmarc" && result === "fail")) return false;
  return findings.some((finding) => {
    const proved = finding.result === "pass" ? domainOf(finding) : null;
    return proved !== null && isAligned(proved, domain);
  });
}

/** Null for other methods and unusual addresses. */
function domainOf({ method, properties }: Finding): string | null {
  const property = subjects.get(method);
  const [, domain] = plainSubject.exec((property && properties.get(property)) ?? "") ?? [];
  return domain?.toLowerCase() ?? null;
}

/** Whether the domains are equal or one is above the other, but no top-level domain. */
function isAligned(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter.includes(".") && (longer === shorter || longer.endsWith(`.${shorter}`));
}

/** The header Authentication-Results (RFC 8601, 2.2; comments and strings as in RFC 5322, 3.2). */

interface Finding {
  readonly method: string;
  readonly result: string;
  readonly properties: ReadonlyMap<string, string>;
}

interface AuthenticationResults {
  /** The authserv-id, in lower case. */
  readonly server: string;
  /** None for a header that breaks the grammar: what is misread could be the sender's words. */
  readonly findings: readonly Finding[];
}

/** Null where not even the server's name can be read. */
function readAuthenticationResults(value: string): AuthenticationResults | null {
  const reader = new Reader(value);
  const server = untilMalformed(() => reader.value());
  if (server === null) return null;
  return { server: server.toLowerCase(), findings: untilMalformed(() => readFindings(reader)) ?? [] };
}

class Malformed extends Error {}

function untilMalformed<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

const name = /[a-z0-9_-]+/iy;
const digits = /\d+/y;
const [semicolon, slash, equals, dot] = [/;/y, /\//y, /=/y, /\./y];
const whiteSpace = /[ \t\r\n]+/y;
/** A character, or a quoted pair: a backslash and the character that it makes an ordinary one. */
const character = /\\?[\P{Cc}\t\r\n]/uy;
/** Wider than a token, since servers write addresses without quotes. */
const bareValue = /[^\s\p{C};,"()<>\\]+/uy;

/** "name; none" has no results. */
function readFindings(reader: Reader): Finding[] {
  reader.skipSpace();
  reader.take(digits);
  const findings: Finding[] = [];
  for (reader.skipSpace(); !reader.isAtEnd(); reader.skipSpace()) {
    reader.demand(semicolon);
    findings.push(readFinding(reader));
  }
  return findings;
}

function readFinding(reader: Reader): Finding {
  const method = reader.word(name);
  if (reader.take(slash) !== null) reader.word(digits);
  reader.demand(equals);
  reader.skipSpace();
  const result = reader.demand(name);
  const properties = new Map<string, string>();
  while (reader.skipSpace()) {
    const type = reader.take(name);
    if (type === null) break;
    reader.skipSpace();
    const key = (reader.take(dot) === null ? type : `${type}.${reader.word(name)}`).toLowerCase();
    reader.demand(equals);
    if (properties.has(key)) throw new Malformed();
    properties.set(key, reader.value());
  }
  return { method: method.toLowerCase(), result: result.toLowerCase(), properties };
}

class Reader {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  take(form: RegExp): string | null {
    form.lastIndex = this.#position;
    const [found] = form.exec(this.#text) ?? [];
    if (found === undefined) return null;
    this.#position += found.length;
    return found;
  }

  demand(form: RegExp): string {
    const found = this.take(form);
    if (found === null) throw new Malformed();
    return found;
  }

  word(form: RegExp): string {
    this.skipSpace();
    const found = this.demand(form);
    this.skipSpace();
    return found;
  }

  value(): string {
    this.skipSpace();
    return this.#text[this.#position] === '"' ? this.#quoted() : this.demand(bareValue);
  }

  skipSpace(): boolean {
    const from = this.#position;
    while (this.take(whiteSpace) !== null || this.#skipComment());
    return this.#position > from;
  }

  #skipComment(): boolean {
    if (this.#text[this.#position] !== "(") return false;
    let depth = 0;
    do {
      const next = this.demand(character);
      if (next === "(") depth += 1;
      if (next === ")") depth -= 1;
    } while (depth > 0);
    return true;
  }

  #quoted(): string {
    this.#position += 1;
    let text = "";
    for (let next = this.demand(character); next !== '"'; next = this.demand(character)) text += next.replace("\\", "");
    return text;
  }
}
