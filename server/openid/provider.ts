import * as client from "openid-client";
import { z } from "zod";
import {
  type OpenIdChecks,
  OpenIdFailure,
  type OpenIdIdentity,
  type OpenIdProvider,
} from "#app/sign-in/openid/openid.ts";
import type { Log } from "../log.ts";
import { normaliseEmail } from "../upstream/identity/email-address.ts";
import { sealProof } from "../upstream/openid/proof.ts";
import { createVault } from "../vault.ts";
import type { OpenIdSettings } from "./settings.ts";

interface OpenIdProviderOptions {
  readonly settings: OpenIdSettings;
  readonly publicOrigin: string;
  readonly secrets: readonly string[];
  readonly log: Log;
}

/** In seconds. */
const patience = 5;

/** In ms. */
const remembered = 60 * 60_000;

/** In s: how long the provider's keys are used, and how long after asking for them an unknown one does not cause another call. */
const keysLast = 300;
const keysRest = 5;
/** In s: an unknown key makes the library ask again for keys of this age. */
const askedAgainFrom = 60;

const callbackPath = "/login/openid/callback";

const identityClaims = z.object({ iss: z.string(), sub: z.string().min(1).max(255) });
const emailClaim = z.string().transform(normaliseEmail).catch(null);
const methodsClaim = z.array(z.string()).catch([]);

/** Connects with the provider when somebody signs in, so that the server starts without it. */
export function createOpenIdProvider({ settings, publicOrigin, secrets, log }: OpenIdProviderOptions): OpenIdProvider {
  const vault = createVault(secrets);
  const redirectUri = publicOrigin + callbackPath;
  let known: { readonly config: client.Configuration; readonly at: number } | null = null;
  let asking: Promise<client.Configuration> | null = null;

  /** The provider's metadata. During a failure the former ones are used. */
  async function configuration(): Promise<client.Configuration> {
    if (known !== null && performance.now() - known.at < remembered) return known.config;
    asking ??= discover(settings).finally(() => {
      asking = null;
    });
    try {
      const config = await asking;
      known = { config, at: performance.now() };
      return config;
    } catch (error) {
      if (known !== null) return known.config;
      throw new OpenIdFailure(kindOf(error) === "unavailable" ? "unavailable" : "misconfigured", error);
    }
  }

  /** The library remembers keys with a configuration, so each answer has one of its own, with the keys of the last. */
  let keys: { readonly jwks: client.ExportedJWKSCache["jwks"]; readonly askedAt: number } | null = null;

  async function grant(config: client.Configuration, answer: URLSearchParams, checks: OpenIdChecks) {
    const own = prepare(config, settings);
    const now = Date.now() / 1000;
    if (keys !== null && now - keys.askedAt < keysLast) {
      const mayAsk = now - keys.askedAt >= keysRest;
      client.setJwksCache(own, { jwks: keys.jwks, uat: Math.floor(mayAsk ? now - askedAgainFrom : now) });
    }
    const seen = client.getJwksCache(own)?.uat;
    try {
      return await client.authorizationCodeGrant(own, new URL(`${redirectUri}?${answer}`), {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
        idTokenExpected: true,
      });
    } finally {
      const found = client.getJwksCache(own);
      if (found !== undefined && found.uat !== seen) keys = { jwks: found.jwks, askedAt: now };
    }
  }

  async function finish(answer: URLSearchParams, checks: OpenIdChecks): Promise<OpenIdIdentity> {
    const config = await configuration();
    const answered = await grant(config, answer, checks);
    const claims = answered.claims();
    const { iss, sub } = identityClaims.parse(claims);
    // The library accepts some other issuers.
    if (iss !== config.serverMetadata().issuer) throw new Error("The token is another issuer's.");
    const email = emailClaim.parse(claims?.email);
    return { issuer: iss, subject: sub, email, isVouched: methodsClaim.parse(claims?.amr).includes("mfa") };
  }

  const logged = <Result>(asked: Promise<Result>): Promise<Result> =>
    asked.catch((error: unknown) => {
      const failure = error instanceof OpenIdFailure ? error : new OpenIdFailure(kindOf(error), error);
      log.warn({ kind: failure.kind, ...reasonOf(failure.cause) }, "Nobody signed in by the OpenID provider");
      throw failure;
    });

  return {
    name: settings.name,
    begin: () => logged(configuration().then((config) => beginAt(config, redirectUri))),
    finish: (answer, checks) => logged(finish(answer, checks)),
    proofOf: (identity) => sealProof(vault, identity, new Date()),
  };
}

/**
 * Finds the provider, and sends it a made-up code with this server's id and secret.
 * @returns null where it refuses the code alone, or what is wrong @throws what the provider's failure is
 */
export async function tryProvider(settings: OpenIdSettings, publicOrigin: string): Promise<"misconfigured" | null> {
  const config = await discover(settings);
  const code = new URLSearchParams({ code: "made-up", iss: config.serverMetadata().issuer });
  try {
    await client.authorizationCodeGrant(prepare(config, settings), new URL(`${publicOrigin}${callbackPath}?${code}`), {
      pkceCodeVerifier: client.randomPKCECodeVerifier(),
    });
    return null;
  } catch (error) {
    const kind = kindOf(error);
    if (kind === "misconfigured") return kind;
    if (kind === "refused" && error instanceof client.ResponseBodyError) return null;
    throw error;
  }
}

async function discover(settings: OpenIdSettings): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret, isInsecure } = settings;
  const config = await client.discovery(new URL(issuer), clientId, undefined, authentication(clientSecret), {
    execute: isInsecure ? [client.allowInsecureRequests] : [],
    timeout: patience,
  });
  const named = config.serverMetadata().issuer;
  if (URL.parse(named)?.href !== new URL(issuer).href) throw new Error(`The issuer calls itself ${named}.`);
  return config;
}

/** A configuration for one answer, by which signatures are checked, not only the connection. */
function prepare(config: client.Configuration, { clientId, clientSecret, isInsecure }: OpenIdSettings) {
  const own = new client.Configuration(
    { ...config.serverMetadata() },
    clientId,
    undefined,
    authentication(clientSecret),
  );
  own.timeout = patience;
  client.enableNonRepudiationChecks(own);
  if (isInsecure) client.allowInsecureRequests(own);
  return own;
}

/** In a header, as the standard prefers, or in the body. */
function authentication(secret: string): client.ClientAuth {
  const inHeader = client.ClientSecretBasic(secret);
  const inBody = client.ClientSecretPost(secret);
  return (server, ...request) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (taken.includes("client_secret_basic") ? inHeader : inBody)(server, ...request);
  };
}

async function beginAt(config: client.Configuration, redirectUri: string) {
  const checks = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: "openid email",
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: "S256",
  });
  return { address: address.href, checks };
}

const connectionCodes = ["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM", "OAUTH_RESPONSE_IS_NOT_JSON"];

/** RFC 6749, 4.1.2.1 and 5.2: those about the client, not about one sign-in. */
const misconfigurations = [
  "invalid_client",
  "unauthorized_client",
  "unsupported_response_type",
  "unsupported_grant_type",
  "invalid_scope",
];

function kindOf(error: unknown): OpenIdFailure["kind"] {
  if (error instanceof client.AuthorizationResponseError) {
    if (["server_error", "temporarily_unavailable"].includes(error.error)) return "unavailable";
    return misconfigurations.includes(error.error) ? "misconfigured" : "denied";
  }
  // The answer to a wrong secret that was sent in a header.
  if (error instanceof client.WWWAuthenticateChallengeError) return "misconfigured";
  if (error instanceof client.ResponseBodyError) {
    if (error.status >= 500) return "unavailable";
    return misconfigurations.includes(error.error) ? "misconfigured" : "refused";
  }
  if (error instanceof client.ClientError)
    return connectionCodes.includes(error.code ?? "") ? "unavailable" : "refused";
  return error instanceof TypeError ? "unavailable" : "refused";
}

/** For the log, without codes, tokens and names. */
function reasonOf(error: unknown): object {
  if (!(error instanceof Error)) return {};
  const more = error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError;
  const code = "code" in error ? error.code : undefined;
  const { cause: below } = error;
  const cause = below instanceof Error ? { cause: "code" in below ? below.code : below.name } : {};
  const said = more ? { error: error.error.slice(0, 100), description: error.error_description?.slice(0, 200) } : {};
  return { reason: error.message.slice(0, 200), code, ...said, ...cause };
}
