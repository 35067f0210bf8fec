import { existsSync, globSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { settings } from "#server/env.ts";
import { timesForFiles } from "#server/web/time-limits.ts";
import { routeAddresses } from "#tests/support/route-map.ts";

const root = join(import.meta.dirname, "..", "..");
const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
const composeText = readFileSync(join(root, "compose.yaml"), "utf8");

const service = z.object({
  image: z.string().optional(),
  build: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  networks: z.array(z.string()).optional(),
  configs: z.array(z.object({ source: z.string() })).optional(),
  secrets: z.array(z.object({ source: z.string() })).optional(),
  stop_grace_period: z.string().optional(),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
});
const members = z.record(z.string(), z.unknown());
const compose = z
  .object({
    services: z.record(z.string(), service),
    networks: members,
    volumes: members,
    configs: members,
    secrets: members,
  })
  .parse(parse(composeText, { merge: true }));
// Compose takes a single dollar for the beginning of a variable.
const proxy = z.object({ content: z.string() }).parse(compose.configs.proxy).content.replaceAll("$$", "$");
const services = Object.entries(compose.services);
const webServers = services.filter(([, { build }]) => build !== undefined).map(([, web]) => web);

const stageOf = (line: string) => line.match(/^COPY --from=(\S+)/)?.[1];
const copies = dockerfile.split("\n").filter((line) => line.startsWith("COPY "));

test("the image is built and run by the Node that package.json brings", () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  expect(dockerfile).toMatch(new RegExp(`^FROM node:${dependencies.node}-\\S+ AS base$`, "m"));
});

test("everything that the image copies exists and is not ignored", () => {
  const allowed = readFileSync(join(root, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1));
  const paths = copies
    .filter((line) => stageOf(line) === undefined)
    .flatMap((line) => line.split(/\s+/).slice(1, -1))
    .map((path) => path.replace(/^\.\//, ""));
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) {
    expect(`${path} ${existsSync(join(root, path))}`).toBe(`${path} true`);
    expect(allowed.some((pattern) => matchesGlob(path, pattern) || path.startsWith(`${pattern}/`))).toBe(true);
  }
});

test("stages that are copied from exist, and the server does not run as root", () => {
  const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
  for (const stage of copies.map(stageOf).filter((name) => name !== undefined)) expect(stages).toContain(stage);
  const runtime = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
  expect(runtime).toMatch(/^USER node$/m);
  expect(runtime).toMatch(/^HEALTHCHECK [\s\S]*\/healthz/m);
  expect(runtime).toMatch(/^CMD \["node",.* "build\/server\/main\.js"\]$/m);
});

test("every setting of the README's table is fixed in the image or in compose.yaml, or handed through by its own name", () => {
  const environment = dockerfile.match(/^ENV ((?:.*\\\n)*.*)$/m)?.[1] ?? "";
  const inImage = [...environment.matchAll(/([A-Z_]+)=/g)]
    .map(([, name]) => name ?? "")
    .filter((name) => name !== "NODE_ENV");
  expect(inImage).toContain("DATA_DIR");
  for (const { environment: given = {} } of webServers) {
    expect([...inImage, ...Object.keys(given)].sort()).toEqual(Object.keys(settings.shape).sort());
    const optional = Object.entries(given).filter(([, value]) => value.includes(":-"));
    for (const [name, value] of optional)
      expect(value).toBe(`\${${name}:-${name === "REGISTRATION" ? "invited" : ""}}`);
  }
});

test("two web servers share one database and their secrets, and each may drain for 30 s", () => {
  expect(webServers).toHaveLength(2);
  for (const { environment, stop_grace_period } of webServers) {
    expect(Number.parseInt(stop_grace_period ?? "", 10)).toBeGreaterThan(30);
    expect(environment).toEqual(webServers[0]?.environment);
    expect(environment).toHaveProperty("SESSION_SECRETS");
  }
});

test("no secret has a default or is in the file", () => {
  const variables = [...composeText.matchAll(/\$\{(\w+)(:[?-])?([^}]*)\}/g)];
  expect(variables.length).toBeGreaterThan(5);
  for (const [text, name = "", operator, fallback] of variables) {
    if (operator === ":-") expect(`${text} ${fallback}`).toBe(`${text} ${name === "REGISTRATION" ? "invited" : ""}`);
    else expect(`${text} ${operator}`).toBe(`${text} :?`);
  }
  const needed = ["POSTGRES_PASSWORD", "SESSION_SECRETS", "STORAGE_SECRET_ACCESS_KEY", "MINIO_ROOT_PASSWORD"];
  for (const [, { environment = {} }] of services)
    for (const [name, value] of Object.entries(environment))
      if (needed.includes(name)) expect(value).toMatch(/^\$\{\w+:\?/);
});

test("every image has an exact tag", () => {
  for (const [name, { image, build }] of services)
    if (build === undefined) expect(`${name} ${image}`).toMatch(/^\S+ \S+:\S*\d+[.-]\d+\S*$/);
});

test("everything that services refer to is defined", () => {
  for (const [, { networks = [], volumes = [], configs = [], secrets = [], depends_on = [] }] of services) {
    for (const name of networks) expect(compose.networks).toHaveProperty(name);
    for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(":", 1)[0]);
    for (const { source } of configs) expect(compose.configs).toHaveProperty(source);
    for (const { source } of secrets) expect(compose.secrets).toHaveProperty(source);
    const others = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    for (const other of others) expect(Object.keys(compose.services)).toContain(other);
  }
});

test("the proxy counts sign-in attempts at the same addresses as the app, in every spelling", async () => {
  const listed = [...proxy.matchAll(/acl signs-in var\(txn\.path\) -m beg (.+)/g)].flatMap(([, paths = ""]) =>
    paths.split(" "),
  );
  const counts =
    /limitAttempts\(|submitProved\(|answerRequest\(|signInAction\("(password|code|portal_code|app_code|recovery_code)"/;
  const counted = (await routeAddresses()).filter(({ file }) =>
    counts.test(readFileSync(join(root, "app", file), "utf8")),
  );
  const routeFiles = (await routeAddresses()).map(({ file }) => file);
  const helpers = globSync("**/*.ts*", { cwd: join(root, "app") })
    .filter((file) => !routeFiles.includes(file) && counts.test(readFileSync(join(root, "app", file), "utf8")))
    .sort();
  expect(helpers, "their callers are found by the names in `counts`").toEqual([
    "portal/public-request.server.ts",
    "session/attempts.server.ts",
    "sign-in/second-step/second-step.server.ts",
    "sign-in/sign-in.server.ts",
  ]);
  for (const address of ["/login", "/account/password", "/login/second-step", "/settings/account/two-step/removal"])
    expect(counted.map(({ pattern }) => pattern)).toContain(address);
  const isListed = (pattern: string) => listed.some((start) => pattern.startsWith(start));
  expect(counted.filter(({ pattern }) => !isListed(pattern))).toEqual([]);
  expect(proxy).toContain("set-var(txn.path) path,url_dec,lower,regsub(/+,/,g)\n");
  expect(proxy).toContain("deny deny_status 400 if { var(txn.path) -m reg /[.][.]?(/|$) }\n");
  expect(proxy).toContain("table sign-ins if signs-in !reads\n");
});

test("the proxy waits for the longest response, which the web servers end themselves", () => {
  const [, minutes] = proxy.match(/timeout server (\d+)m\n/) ?? [];
  expect(Number(minutes) * 60_000).toBeGreaterThan(timesForFiles.answerMs);
});
