/** A real OpenID provider on a port of this machine, whose people sign in without a page. */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Provider } from "oidc-provider";
import { closeServer, listenLocally } from "./listening.ts";
import { OpenIdRecords } from "./openid-records.ts";

/** Who signs in there. */
export interface ProviderPerson {
  readonly subject: string;
  readonly email: string;
  /** How they prove who they are, in the words of RFC 8176. */
  readonly methods?: readonly string[];
}

export const newProviderPerson = (more: Partial<ProviderPerson> = {}): ProviderPerson => ({
  subject: randomUUID(),
  email: `${randomUUID().slice(0, 8)}@provider.example`,
  ...more,
});

export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Paths that were asked for so far. */
  readonly asked: string[];
  /**
   * A browser's way through the provider's pages, from the address that Latchkey leads to.
   * @param person who signs in; null for somebody who does not want to
   * @returns the address that the browser is sent back to
   */
  visit(address: string, person: ProviderPerson | null): Promise<URL>;
  /** Has its answers to calls (not to browsers) changed before they are sent; null: as they are. */
  distort(answers: ((path: string, body: string) => string) | null): void;
  /** Signs with a new key from now on, and names no other. */
  rotateKey(): void;
  /** Whether calls and browsers get no answer but an error. */
  fail(isFailing: boolean): void;
  close(): Promise<void>;
}

/** @param origin of Latchkey's pages */
export async function startProvider(origin: string): Promise<TestProvider> {
  const [clientId, clientSecret] = ["latchkey", `secret-${randomUUID()}`];
  const asked: string[] = [];
  const people = new Map<string, ProviderPerson>();
  let present: ProviderPerson | null = null;
  let distortion: ((path: string, body: string) => string) | null = null;
  let isFailing = false;
  const server = createServer((request, response) => void answer(request, response));
  const issuer = `http://127.0.0.1:${await listenLocally(server)}`;
  const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });
  const open = () =>
    new Provider(issuer, {
      adapter: OpenIdRecords,
      jwks: { keys: [{ ...newKey(), use: "sig", alg: "RS256" }] },
      clients: [
        { client_id: clientId, client_secret: clientSecret, redirect_uris: [`${origin}/login/openid/callback`] },
      ],
      claims: { openid: ["sub", "amr"], email: ["email"] },
      // As the large providers do: the email is in the token itself.
      conformIdTokenClaims: false,
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
      cookies: { keys: [randomUUID()] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      findAccount: (_: unknown, subject: string) => ({
        accountId: subject,
        claims: async () => ({ sub: subject, email: people.get(subject)?.email }),
      }),
      async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string } } }) {
        const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId });
        grant.addOIDCScope("openid email");
        await grant.save();
        return grant;
      },
    });
  let provider = open();
  let callback = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ""] = (request.url ?? "").split("?");
    asked.push(path);
    if (isFailing) return void response.writeHead(503).end();
    if (path.startsWith("/interaction/")) {
      const login = present && { accountId: present.subject, amr: [...(present.methods ?? ["pwd"])] };
      const result = login === null ? { error: "access_denied", error_description: "Not today." } : { login };
      return provider.interactionFinished(request, response, result);
    }
    if (distortion !== null && !path.startsWith("/auth")) {
      const distort = distortion;
      const end = response.end.bind(response);
      response.end = (body: unknown) => {
        const text = distort(path, String(body ?? ""));
        response.setHeader("content-length", Buffer.byteLength(text));
        return end(text);
      };
    }
    await callback(request, response);
  }

  return {
    issuer,
    clientId,
    clientSecret,
    asked,
    async visit(address, person) {
      present = person;
      if (person !== null) people.set(person.subject, person);
      const cookies = new Map<string, string>();
      let url = new URL(address);
      while (url.origin === issuer) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const response = await fetch(url, { headers: { cookie }, redirect: "manual" });
        for (const set of response.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get("location");
        if (location === null) throw new Error(`${response.status} at ${url.pathname}: ${await response.text()}`);
        url = new URL(location, url);
      }
      return url;
    },
    distort(answers) {
      distortion = answers;
    },
    rotateKey() {
      provider = open();
      callback = provider.callback();
    },
    fail(given) {
      isFailing = given;
    },
    close: () => closeServer(server),
  };
}
