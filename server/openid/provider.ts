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
      throw new OpenIdFailure("unavailable", error);
    }
  }

  async function finish(answer: URLSearchParams, checks: OpenIdChecks): Promise<OpenIdIdentity> {
    const config = await configuration();
    const answered = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${answer}`), {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.verifier,
      idTokenExpected: true,
    });
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

async function discover({ issuer, clientId, clientSecret, isInsecure }: OpenIdSettings): Promise<client.Configuration> {
  const insecure = isInsecure ? [client.allowInsecureRequests] : [];
  const config = await client.discovery(new URL(issuer), clientId, undefined, authentication(clientSecret), {
    // Signatures are checked, not only the connection.
    execute: [client.enableNonRepudiationChecks, ...insecure],
    timeout: patience,
  });
  const named = config.serverMetadata().issuer;
  if (URL.parse(named)?.href !== new URL(issuer).href) throw new Error(`The issuer calls itself ${named}.`);
  return config;
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

function kindOf(error: unknown): OpenIdFailure["kind"] {
  if (error instanceof client.AuthorizationResponseError) {
    return ["server_error", "temporarily_unavailable"].includes(error.error) ? "unavailable" : "denied";
  }
  if (error instanceof client.ResponseBodyError) return error.status >= 500 ? "unavailable" : "refused";
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
