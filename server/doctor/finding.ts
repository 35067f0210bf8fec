import { reasonOf } from "../reason.ts";

export interface Finding {
  readonly part: string;
  /** "unsure": it works, or cannot be told from here. */
  readonly state: "ok" | "unsure" | "wrong";
  readonly found: string;
  readonly advice: string;
}

export const fine = (found: string) => ({ state: "ok", found, advice: "" }) as const;
export const unsure = (found: string, advice: string) => ({ state: "unsure", found, advice }) as const;
export const wrong = (found: string, advice: string) => ({ state: "wrong", found, advice }) as const;

/** As OpenSSL says it of a certificate that somebody has signed for themselves, or an authority of their own. */
const untrusted =
  /self-signed certificate|unable to verify the first certificate|unable to get (?:local )?issuer certificate/i;

/** An error is a finding, too. @param advice for that case */
export async function find(part: string, advice: string, look: () => Promise<Omit<Finding, "part">>): Promise<Finding> {
  try {
    return { part, ...(await look()) };
  } catch (error) {
    let cause = error;
    while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
    const reason = reasonOf(cause).replace(/\.$/, "");
    const [distrust] = untrusted.exec(reason) ?? [];
    if (distrust !== undefined)
      return {
        part,
        ...wrong(
          `Its certificate is not signed by an authority that this machine trusts: ${distrust}.`,
          "Name the file of that authority's certificate in NODE_EXTRA_CA_CERTS, or use one of a known authority.",
        ),
      };
    return { part, ...wrong(`It failed: ${reason}.`, advice) };
  }
}

/** A table for a terminal: what was found of each part, and what to do below it. */
export function describeFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ part }) => part.length));
  const lines = findings.map(({ part, state, found, advice }) => {
    const head = `${(state === "ok" ? "ok" : state === "wrong" ? "WRONG" : "look").padEnd(6)} ${part.padEnd(width)}  ${found}`;
    return advice === "" ? head : `${head}\n${" ".repeat(9 + width)}${advice}`;
  });
  const count = findings.filter(({ state }) => state === "wrong").length;
  const end = count === 0 ? "Nothing is wrong." : count === 1 ? "One thing is wrong." : `${count} things are wrong.`;
  return `${lines.join("\n")}\n\n${end}\n`;
}
