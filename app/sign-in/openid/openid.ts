import { createContext } from "react-router";

/** What is kept while somebody is at the provider: the answer has to fit it. */
export interface OpenIdChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface OpenIdIdentity {
  readonly issuer: string;
  /** The issuer's own id of the person. */
  readonly subject: string;
  /** For people to recognize; proves nothing. Null where the provider does not say. */
  readonly email: string | null;
  /** Whether the provider says that the sign-in took a second factor. */
  readonly isVouched: boolean;
}

/**
 * Why nobody signed in by the provider:
 * - denied: the person, or the provider on its own, said no there
 * - unavailable: the provider does not answer
 * - misconfigured: it does not know this server's id, secret or addresses, or calls itself otherwise
 * - refused: its answer does not fit what was asked, or has been used
 */
export type OpenIdFailureKind = "denied" | "unavailable" | "misconfigured" | "refused";

export class OpenIdFailure extends Error {
  override readonly name = "OpenIdFailure";
  readonly kind: OpenIdFailureKind;

  constructor(kind: OpenIdFailureKind, cause: unknown) {
    super("Nobody signed in by the provider.", { cause });
    this.kind = kind;
  }
}

export interface OpenIdProvider {
  readonly name: string;
  /** @returns where the browser goes, and what its answer is checked by @throws OpenIdFailure "unavailable", "misconfigured" */
  begin(): Promise<{ readonly address: string; readonly checks: OpenIdChecks }>;
  /** @param answer the query that the browser came back with @throws OpenIdFailure */
  finish(answer: URLSearchParams, checks: OpenIdChecks): Promise<OpenIdIdentity>;
  /** Tells the service of people whom the provider has named: good for one minute. */
  proofOf(identity: OpenIdIdentity): string;
}

/** Null where no provider is set. */
export const openIdContext = createContext<OpenIdProvider | null>(null);
