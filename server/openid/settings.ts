import type { z } from "zod";
import { headerValue, isThisMachine, text, webAddress } from "../setting-values.ts";
import { StartRefused } from "../start-refused.ts";

export interface OpenIdSettings {
  /** As the provider spells it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  /** A local issuer over http, as in tests. */
  readonly isInsecure: boolean;
}

export const openIdSettings = {
  OIDC_ISSUER: webAddress.optional().describe("An OpenID provider to sign in by; unset: none"),
  OIDC_CLIENT_ID: headerValue.optional().describe("What that provider calls this server"),
  OIDC_CLIENT_SECRET: headerValue.optional().describe("The secret that the provider gave with OIDC_CLIENT_ID"),
  OIDC_NAME: text
    .max(40, "must be 40 characters at most")
    .optional()
    .describe("What people call the provider; unset: the host of OIDC_ISSUER"),
};

type Given = {
  readonly [Name in keyof typeof openIdSettings]?: z.output<(typeof openIdSettings)[Name]>;
} & { readonly API_URL?: string | undefined; readonly API_IDENTITY: "api" | "embedded" };

/** With these, Microsoft signs in people of every company. */
const manyTenants = /^\/(common|organizations|consumers)(\/|$)/i;
const microsoft = /(^|\.)(microsoftonline\.(com|us|de)|partner\.microsoftonline\.cn|windows\.net|microsoft\.com)$/i;

/** Null without a provider. @throws StartRefused */
export function openIdOf(given: Given): OpenIdSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = given;
  if (issuer === undefined) {
    if ([clientId, clientSecret, name].every((value) => value === undefined)) return null;
    throw new StartRefused("The setting OIDC_ISSUER must be set where another setting of the OpenID provider is.");
  }
  if (clientId === undefined) throw new StartRefused("The setting OIDC_CLIENT_ID must be set for an OpenID provider.");
  if (clientSecret === undefined)
    throw new StartRefused("The setting OIDC_CLIENT_SECRET must be set for an OpenID provider.");
  if (given.API_URL !== undefined && given.API_IDENTITY === "api")
    throw new StartRefused(
      "The setting OIDC_ISSUER needs API_IDENTITY=embedded with API_URL: another service's accounts cannot be linked.",
    );
  const url = new URL(issuer);
  const isInsecure = url.protocol === "http:";
  if (isInsecure && !isThisMachine(url.hostname))
    throw new StartRefused("The setting OIDC_ISSUER must begin with https:// unless it is this machine.");
  if (url.search !== "" || url.hash !== "" || url.username !== "" || issuer.length > 500)
    throw new StartRefused("The setting OIDC_ISSUER must be an address without a query, a fragment and a password.");
  if (namesManyTenants(issuer, url))
    throw new StartRefused(
      "The setting OIDC_ISSUER must name one tenant, with its id in the address: under this one people of every company could sign in.",
    );
  return { issuer, clientId, clientSecret, name: name ?? url.host, isInsecure };
}

function namesManyTenants(issuer: string, { hostname, pathname }: URL): boolean {
  return /[{}]|%7[bd]/i.test(issuer) || (microsoft.test(hostname) && manyTenants.test(pathname));
}
