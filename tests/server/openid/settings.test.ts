import { expect, test } from "vitest";
import { readEnv } from "#server/env.ts";

const client = { OIDC_CLIENT_ID: "latchkey", OIDC_CLIENT_SECRET: "hidden-value" };
const microsoft = "https://login.microsoftonline.com";

const refusalOf = (given: Record<string, string>): string => {
  try {
    return `none: ${JSON.stringify(readEnv(given).openId)}`;
  } catch (error) {
    return String(error);
  }
};

test("an OpenID provider is named by its host where nothing else is said", () => {
  const issuer = "https://accounts.example.com/realms/agency";
  const openId = { issuer, clientId: "latchkey", clientSecret: "hidden-value", isInsecure: false };
  expect(readEnv({ OIDC_ISSUER: issuer, ...client }).openId).toEqual({ ...openId, name: "accounts.example.com" });
  expect(readEnv({ OIDC_ISSUER: issuer, OIDC_NAME: "Acme", ...client }).openId).toEqual({ ...openId, name: "Acme" });
  expect(readEnv({}).openId).toBeNull();
});

test.each([
  ["OIDC_ISSUER", { OIDC_CLIENT_ID: "latchkey" }],
  ["OIDC_ISSUER", { OIDC_CLIENT_SECRET: "hidden-value" }],
  ["OIDC_ISSUER", { OIDC_NAME: "Acme" }],
  ["OIDC_CLIENT_ID", { OIDC_ISSUER: microsoft, OIDC_CLIENT_SECRET: "hidden-value" }],
  ["OIDC_CLIENT_SECRET", { OIDC_ISSUER: microsoft, OIDC_CLIENT_ID: "latchkey" }],
])("an OpenID provider without its %s is refused at the start", (name, given) => {
  expect(refusalOf(given)).toMatch(new RegExp(`^StartRefused: The setting ${name} must be set [^.]*\\.$`));
});

test.each([
  `${microsoft}/common/v2.0`,
  `${microsoft}/organizations/v2.0`,
  `${microsoft}/Consumers/v2.0`,
  `${microsoft}/{tenantid}/v2.0`,
  `${microsoft}/%7Btenantid%7D/v2.0`,
  "https://login.microsoftonline.us/common/v2.0",
  "https://login.partner.microsoftonline.cn/common/v2.0",
  "https://sts.windows.net/common",
  "https://login.microsoft.com/common/v2.0/",
])("an issuer of many tenants is refused at the start: %s", (issuer) => {
  expect(refusalOf({ OIDC_ISSUER: issuer, ...client })).toMatch(
    /^StartRefused: The setting OIDC_ISSUER must name one tenant, [^.]*\.$/,
  );
});

test.each([
  "http://accounts.example.com",
  "https://accounts.example.com/?tenant=x",
  "https://accounts.example.com/#x",
  "https://someone:hidden-value@accounts.example.com",
  "accounts.example.com",
])("an issuer that cannot be one is refused at the start: %s", (issuer) => {
  const refusal = refusalOf({ OIDC_ISSUER: issuer, ...client });
  expect(refusal).toMatch(/^StartRefused: The setting OIDC_ISSUER must [^.]*\.$/);
  expect(refusal).not.toContain("hidden-value");
});

test.each([
  `${microsoft}/8f1d7a52-31a4-4c1f-9c3a-6f4de0c0a111/v2.0`,
  "https://accounts.google.com",
  "https://sign-in.example.com/realms/common",
  "http://127.0.0.1:4000",
])("an issuer of one tenant is taken: %s", (issuer) => {
  expect(readEnv({ OIDC_ISSUER: issuer, ...client }).openId).toMatchObject({ issuer });
});

test("accounts of another service cannot be linked, so there is no provider beside one", () => {
  const api = { API_URL: "https://api.example/api", OIDC_ISSUER: "https://accounts.example.com", ...client };
  expect(refusalOf(api)).toMatch(/^StartRefused: The setting OIDC_ISSUER needs API_IDENTITY=embedded/);
  expect(readEnv({ ...api, API_IDENTITY: "embedded" }).openId).toMatchObject({ name: "accounts.example.com" });
});
