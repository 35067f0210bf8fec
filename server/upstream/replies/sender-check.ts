/** Whether an email is from the address that it names: by what the mail server in front of Latchkey has found out. */

/** Properties that name the domain that a method is about (RFC 8601, 2.7). */
const subjects = new Map([
  ["spf", "smtp.mailfrom"],
  ["dkim", "header.d"],
  ["dmarc", "header.from"],
]);

/** A domain, or an address whose local part has no quotes: servers differ in how they write others. */
const plainSubject = /^(?:[^\s\p{C};,:"()<>@[\]\\]*@)?([\p{L}\p{M}\p{N}._-]+)$/u;

/**
 * Tells whether one of the methods has proved the domain of an address.
 * @param results values of all Authentication-Results headers, the topmost first
 * @param authservId under which the trusted server writes; null: none is trusted
 * @param address in its kept spelling
 */
export function isProved(results: readonly string[], authservId: string | null, address: string): boolean {
  if (authservId === null) return false;
  const domain = address.slice(address.lastIndexOf("@") + 1);
  // A header further down may be the sender's own invention: only the first one of our server counts, or none.
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

/** The domain that a finding is about; null for other methods, and where its address is not a plain one. */
function domainOf({ method, properties }: Finding): string | null {
  const property = subjects.get(method);
  const [, domain] = plainSubject.exec((property && properties.get(property)) ?? "") ?? [];
  return domain?.toLowerCase() ?? null;
}

/** Whether one of two domains is the other or above it, and not a whole top-level domain. */
function isAligned(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter.includes(".") && (longer === shorter || longer.endsWith(`.${shorter}`));
}

/** What a mail server says in a header Authentication-Results (RFC 8601, 2.2; comments and quoted strings after RFC 5322, 3.2). */

interface Finding {
  /** Such as "dkim", in lower case. */
  readonly method: string;
  /** Such as "pass", in lower case. */
  readonly result: string;
  /** By name, such as "header.d". */
  readonly properties: ReadonlyMap<string, string>;
}

interface AuthenticationResults {
  /** The server's name (authserv-id), in lower case. */
  readonly server: string;
  /** None where not the whole header follows the grammar: what is misread could be words of the sender's own. */
  readonly findings: readonly Finding[];
}

/** Reads the value of such a header. Gives null where not even the server's name can be told. */
function readAuthenticationResults(value: string): AuthenticationResults | null {
  const reader = new Reader(value);
  const server = untilMalformed(() => reader.value());
  if (server === null) return null;
  return { server: server.toLowerCase(), findings: untilMalformed(() => readFindings(reader)) ?? [] };
}

/** The text does not follow the grammar. */
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
/** Wider than the grammar's token, since servers write addresses and signatures without quotes. It holds nothing that ends a value. */
const bareValue = /[^\s\p{C};,"()<>\\]+/uy;

/** The header "name; none" has no result and ends as what is malformed does: without findings. */
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

  /** Takes what has a form, which is sticky; null where something else comes. */
  take(form: RegExp): string | null {
    form.lastIndex = this.#position;
    const [found] = form.exec(this.#text) ?? [];
    if (found === undefined) return null;
    this.#position += found.length;
    return found;
  }

  /** @throws Malformed */
  demand(form: RegExp): string {
    const found = this.take(form);
    if (found === null) throw new Malformed();
    return found;
  }

  /** What has a form, with space around it. @throws Malformed */
  word(form: RegExp): string {
    this.skipSpace();
    const found = this.demand(form);
    this.skipSpace();
    return found;
  }

  /** A value, with or without quotes. @throws Malformed */
  value(): string {
    this.skipSpace();
    return this.#text[this.#position] === '"' ? this.#quoted() : this.demand(bareValue);
  }

  /** Skips white space and comments, and tells whether there were any. @throws Malformed */
  skipSpace(): boolean {
    const from = this.#position;
    while (this.take(whiteSpace) !== null || this.#skipComment());
    return this.#position > from;
  }

  /** Comments may be nested. */
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
