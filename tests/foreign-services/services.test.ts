import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkService, writeService } from "#server/check-api/check-service.ts";
import { readEnv } from "#server/env.ts";
import { connectWorkspace } from "#server/upstream/identity/member-invitations.ts";
import { connectUpstreams, type UpstreamConnections } from "#server/upstream-connections.ts";
import { startAgency } from "#tests/support/agency.ts";
import { type Application, startApplication } from "#tests/support/application.ts";
import { expectedOfJsonApiServer, startJsonApiServer } from "./jsonapi-server.ts";
import { type ForeignService, startForeignService } from "./service.ts";
import { expectedService } from "./shape.ts";
import { shapes } from "./shapes.ts";
import { type Step, steps, type Work } from "./steps.ts";

// The app on services of nine kinds, each as the command that learns services describes it.

const kinds = [
  ...shapes.map((shape) => ({
    name: shape.name,
    start: () => startForeignService(shape),
    expected: expectedService(shape),
  })),
  { name: "jsonapi-server", start: startJsonApiServer, expected: expectedService(expectedOfJsonApiServer) },
];

const verdicts: Record<string, Record<string, string>> = {};
let app: Application;
const folder = mkdtempSync(join(tmpdir(), "latchkey-services-"));

beforeAll(async () => {
  app = await startApplication();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
  if (process.env.npm_lifecycle_event === "services") process.stdout.write(`\n${tableOf(verdicts)}`);
});

/** Service by step. */
function tableOf(found: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const names = ["described", ...Object.keys(steps)];
  const rows = [
    ["", ...names],
    ...Object.entries(found).map(([kind, of]) => [kind, ...names.map((name) => of[name] ?? "")]),
  ];
  const line = ([kind = "", ...cells]: readonly string[]) => [kind.padEnd(22), ...cells.map((cell) => cell.padEnd(13))];
  return rows.map((row) => `${line(row).join("").trimEnd()}\n`).join("");
}

describe.each(kinds)("$name", ({ name: kind, start, expected }) => {
  let service: ForeignService;
  let connections: UpstreamConnections;
  let work: Work;
  let written = "";

  beforeAll(async () => {
    service = await start();
    const { baseUrl, token } = service;
    const env = { API_URL: baseUrl, API_IDENTITY: "embedded", API_TOKEN: token };
    const readCredentials = () => Promise.reject(new Error("nobody signs in"));
    const learned = await checkService({ service: readEnv(env), url: baseUrl, withRecord: true, readCredentials });
    written = writeService(learned.service);
    const file = join(folder, `${kind}.json`);
    writeFileSync(file, written);
    connections = connectUpstreams(readEnv({ ...env, API_SERVICE: file }), null, app.log);
    app.pretend({ records: connections.records });
    const agency = await startAgency(app);
    await connectWorkspace(app.database.orm, agency.workspaceId, `tenant of ${kind}`);
    const colleague = await agency.join("admin");
    work = { service, agent: agency.owner.visitor, colleague: colleague.visitor, refused: [], opened: new Map() };
  });
  afterAll(async () => {
    app.pretend();
    await connections.close();
    await service.close();
  });

  const described: Step = async () => {
    const withoutUntried = (name: string, value: unknown) => (name === "untried" ? undefined : value);
    expect(JSON.parse(written, withoutUntried)).toEqual(expected);
    return "works";
  };

  test.each(Object.entries<Step>({ described, ...steps }))("%s", async (name, step) => {
    const found = verdicts[kind] ?? {};
    verdicts[kind] = found;
    found[name] = "WRONG";
    found[name] = await step(work);
  });
});

test("what is not offered is what these services do not have", () => {
  const missing = Object.entries(verdicts).map(([kind, found]) => {
    const steps = Object.entries(found).filter(([, verdict]) => verdict === "not offered");
    return [kind, steps.map(([name]) => name).join(", ")];
  });
  expect(Object.fromEntries(missing)).toEqual({
    AshJsonApi: "search, archive",
    "Laravel JSON:API": "archive",
    "jsonapi-resources": "search, archive",
    JsonApiDotNetCore: "client, search, archive",
    "Django REST JSON:API": "archive",
    Drupal: "search, archive",
    fortune: "search, archive",
    loopback: "list, client, search, archive",
    "jsonapi-server": "search, archive",
  });
});
