import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { SMTPServer } from "smtp-server";
import { describe, expect, onTestFinished, test } from "vitest";
import { examine } from "#server/doctor/examination.ts";
import { describeFindings } from "#server/doctor/finding.ts";
import { readEnv } from "#server/env.ts";
import { databaseKinds, openOwnDatabase, openTestDatabase } from "#tests/support/databases.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { freePort, listenLocally } from "#tests/support/listening.ts";
import { startProvider } from "#tests/support/openid-provider.ts";
import { selfSigned } from "#tests/support/self-signed.ts";
import { startSmtpSink } from "#tests/support/smtp-sink.ts";

const onePixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: "#cfe3da" } })
  .png()
  .toBuffer();

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-doctor-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "spool"));
  return folder;
}

/** What is found with these settings, by part. */
async function findAll(source: Record<string, string>, backup: string | null = null) {
  const findings = await examine({ env: readEnv(source), source, backup });
  const found = new Map(
    findings.map(({ part, state, found, advice }) => [part, `${state}: ${found} ${advice}`.trim()]),
  );
  return { findings, of: (part: string) => found.get(part) };
}

test("what is wrong is named part by part, with what to do", async () => {
  const folder = makeFolder();
  const old = join(folder, "backups");
  mkdirSync(old);
  writeFileSync(join(old, "monday.dump"), "");
  utimesSync(join(old, "monday.dump"), new Date(), new Date(Date.now() - 5 * 24 * 3_600_000));
  writeFileSync(join(folder, "session-secret"), "");
  chmodSync(join(folder, "session-secret"), 0o644);
  const lost = `127.0.0.1:${await freePort()}`;
  const { findings, of } = await findAll(
    {
      DATA_DIR: folder,
      SMPT_URL: "smtp://mail.example",
      SMTP_URL: `smtp://someone:canary@${lost}`,
      STORAGE_BUCKET: "files",
      STORAGE_ENDPOINT: `http://${lost}`,
      STORAGE_ACCESS_KEY_ID: "key",
      STORAGE_SECRET_ACCESS_KEY: "canary",
      REPLY_DOMAIN: "reply.example",
      INBOUND_SMTP_PORT: lost.split(":")[1] ?? "",
      PUBLIC_ORIGIN: `http://${lost}`,
      PORT: lost.split(":")[1] ?? "",
      METRICS_TOKEN: "canary-".repeat(6),
    },
    old,
  );
  expect(of("settings")).toMatch(/^wrong: The setting SMPT_URL is not known\. Did you mean SMTP_URL\?/);
  expect(of("database")).toMatch(/^unsure: There is none in .* The first start makes it\.$/);
  expect(of("files")).toMatch(/^wrong: It failed: .*ECONNREFUSED.* Check the STORAGE_ settings/);
  expect(of("mail")).toMatch(/^wrong: It failed: .*ECONNREFUSED.* Check SMTP_URL/);
  expect(of("secrets")).toMatch(/^wrong: Other users of this machine can read .*session-secret\. Run chmod go=/);
  expect(of("origin")).toMatch(/^unsure: It failed: .*ECONNREFUSED/);
  expect(of("metrics")).toMatch(/^unsure: It failed: .*ECONNREFUSED/);
  expect(of("inbound")).toMatch(/^wrong: It failed: .*ECONNREFUSED/);
  expect(of("backup")).toBe("wrong: The newest is 5 days old. Find out why none was made since.");
  const text = describeFindings(findings);
  expect(text).toMatch(/\n\n6 things are wrong\.\n$/);
  expect(text).not.toContain("canary");
});

describe.each(databaseKinds)("database: $name", (kind) => {
  test("one that is up to date is found well, and nothing stays behind", async () => {
    const database = await openTestDatabase(kind);
    onTestFinished(() => database.close());
    const folder = makeFolder();
    const sink = await startSmtpSink();
    onTestFinished(() => sink.close());
    const { of } = await findAll(
      {
        ...{ DATA_DIR: folder, DATABASE_URL: database.connectionString, SESSION_SECRETS: "0123456789abcdef".repeat(4) },
        ...{ SMTP_URL: sink.url, MAIL_FROM: "Agents <post@agents.example>" },
      },
      folder,
    );
    // The embedded one has one session for all its connections, as behind a pooler; it is asked for by its folder otherwise.
    if (kind.name === "PostgreSQL")
      expect(of("database")).toMatch(/^ok: PostgreSQL \d+; all \d+ migrations are applied\.$/);
    expect(of("clock")).toBe("ok: It agrees with the database's.");
    expect(of("files")).toBe(`ok: They are kept in ${folder}.`);
    expect(of("mail")).toBe(`ok: The server ${new URL(sink.url).host} takes mail.`);
    expect(of("secrets")).toBe("ok: They are those of SESSION_SECRETS.");
    expect(of("disk")).toMatch(/^(ok|unsure): DATA_DIR has \d+ MB left/);
    expect(of("backup")).toMatch(/^ok: The newest is 0 hours old\.$/);
    expect(sink.mails).toEqual([]);
  });
});

test("a database that a newer release has changed is found wrong", async () => {
  const database = await openOwnDatabase();
  onTestFinished(() => database.close());
  await database.pool.query("INSERT INTO public.schema_migrations (name, digest) VALUES ('9999-next', '')");
  const { of } = await findAll({ DATA_DIR: makeFolder(), DATABASE_URL: database.connectionString });
  expect(of("database")).toMatch(/^wrong: .* a newer release of Latchkey has changed it\. Start that release/);
});

test("a certificate that a mail server has signed itself is named, with the way to trust it", async () => {
  const server = new SMTPServer({ secure: true, ...selfSigned, authOptional: true });
  server.on("error", () => {});
  const port = await listenLocally(server.server);
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const { of } = await findAll({ DATA_DIR: makeFolder(), SMTP_URL: `smtps://127.0.0.1:${port}` });
  expect(of("mail")).toMatch(
    /^wrong: Its certificate is not signed by .* self-signed certificate\. Name .* NODE_EXTRA_CA_CERTS/,
  );
});

test("a provider is asked whether it knows the server, a model for a word, and a map service for a map", async () => {
  const provider = await startProvider("http://localhost:3000");
  onTestFinished(() => provider.close());
  const statuses = { "/v1/chat/completions": 401, "/map": 403 };
  const service = await startHttpService((request, response) => {
    const [path] = (request.url ?? "").split("?");
    const status = path === "/map" ? statuses["/map"] : statuses["/v1/chat/completions"];
    response.writeHead(status);
    if (status !== 200) return void response.end("canary");
    if (path === "/map") return void response.end(onePixel);
    response.end(JSON.stringify({ choices: [{ message: { content: '{"word": "ready"}' } }] }));
  });
  const settings = {
    DATA_DIR: makeFolder(),
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    AI_BASE_URL: `${service.origin}/v1`,
    AI_MODEL: "small",
    AI_API_KEY: "canary",
    MAP_URL: `${service.origin}/map?q={address}&key=canary`,
  };
  const bad = await findAll({ ...settings, OIDC_CLIENT_SECRET: "another" });
  expect(bad.of("openid")).toMatch(
    /^wrong: http:.* does not know this server .* Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET\.$/,
  );
  expect(bad.of("ai")).toMatch(/^wrong: .*does not accept the key that is set\. Check AI_BASE_URL/);
  expect(bad.of("maps")).toMatch(/^wrong: 127\.0\.0\.1:\d+ gives no map: status 403\. Check MAP_URL/);
  Object.assign(statuses, { "/v1/chat/completions": 200, "/map": 200 });
  const good = await findAll({ ...settings, OIDC_CLIENT_SECRET: provider.clientSecret });
  expect(good.of("openid")).toBe(`ok: ${provider.issuer} knows this server.`);
  expect(good.of("ai")).toBe(`ok: small at ${service.origin}/v1 answers.`);
  expect(good.of("maps")).toBe(`ok: ${new URL(service.origin).host} gives maps.`);
  const lost = `http://127.0.0.1:${await freePort()}`;
  const gone = await findAll({ ...settings, OIDC_ISSUER: lost, OIDC_CLIENT_SECRET: provider.clientSecret });
  expect(gone.of("openid")).toMatch(/^wrong: It failed: .*ECONNREFUSED.* Check OIDC_ISSUER/);
  expect(describeFindings([...bad.findings, ...good.findings, ...gone.findings])).not.toContain("canary");
});

test("figures that the server gives to another token are found wrong", async () => {
  const folder = makeFolder();
  const service = await startHttpService((request, response) => {
    response.writeHead(request.headers.authorization === `Bearer ${"m".repeat(32)}` ? 200 : 401).end();
  });
  const { port: PORT } = new URL(service.origin);
  const metricsWith = async (METRICS_TOKEN: string) =>
    (await findAll({ DATA_DIR: folder, PORT, METRICS_TOKEN })).of("metrics");
  expect(await metricsWith("m".repeat(32))).toBe(`ok: http://127.0.0.1:${PORT}/metrics gives figures.`);
  expect(await metricsWith("n".repeat(32))).toMatch(/^wrong: .* answered 401\. Restart the server/);
});
