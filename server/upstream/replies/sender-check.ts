/** Whether an email is from the address that it names: by what the mail server in front of Latchkey has found out. */

type Method = "spf" | "dkim" | "dmarc";

interface Finding {
  readonly result: string;
  /** For whose domain. */
  readonly domain: string;
}

/** Properties that name the domain that a method is about (RFC 8601, 2.7). */
const properties: Readonly<Record<Method, string>> = {
  spf: "smtp.mailfrom",
  dkim: "header.d",
  dmarc: "header.from",
};

/**
 * Tells whether one of the methods has proved the domain of an address.
 * @param results values of all Authentication-Results headers, the topmost first
 * @param authservId under which the trusted server writes; null: none is trusted
 * @param address in its kept spelling
 */
export function isProved(results: readonly string[], authservId: string | null, address: string): boolean {
  if (authservId === null) return false;
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const trusted = results.map(parse).filter(({ server }) => server === authservId);
  // A header further down may be the sender's own invention: the first one that speaks of a method decides about it.
  const first = (method: Method) => trusted.map(({ findings }) => findings[method]).find((list) => list !== undefined);
  const passes = (method: Method) =>
    (first(method) ?? []).some((finding) => finding.result === "pass" && isAligned(finding.domain, domain));
  const policy = first("dmarc");
  if (policy?.some(({ result }) => result === "fail")) return false;
  return passes("dmarc") || passes("dkim") || passes("spf");
}

/** Whether one of two domains is the other or above it, and not a whole top-level domain. */
function isAligned(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter.includes(".") && (longer === shorter || longer.endsWith(`.${shorter}`));
}

interface Results {
  readonly server: string;
  readonly findings: Readonly<Partial<Record<Method, readonly Finding[]>>>;
}

function parse(value: string): Results {
  const [head = "", ...parts] = withoutComments(value).toLowerCase().split(";");
  const [server = ""] = head.trim().split(/\s+/);
  const findings: Partial<Record<Method, Finding[]>> = {};
  for (const part of parts) {
    const [first = "", ...rest] = part.trim().split(/\s+/);
    const [method = "", result = ""] = first.split("=");
    if (!isMethod(method)) continue;
    const pairs = new Map(rest.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
    const subject = (pairs.get(properties[method]) ?? "").replaceAll('"', "");
    const list = findings[method] ?? [];
    list.push({ result, domain: subject.slice(subject.lastIndexOf("@") + 1) });
    findings[method] = list;
  }
  return { server: server.replaceAll('"', ""), findings };
}

function isMethod(name: string): name is Method {
  return name === "spf" || name === "dkim" || name === "dmarc";
}

/** Comments are in parentheses, may be nested, and may hold anything, as `(pass; dkim=pass)`. */
function withoutComments(value: string): string {
  let depth = 0;
  let kept = "";
  for (const character of value) {
    if (character === "(") depth += 1;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += character;
  }
  return kept;
}
