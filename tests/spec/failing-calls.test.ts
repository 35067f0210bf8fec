import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { typedIn } from "#tests/app/page-reading.ts";
import { type InvitedOwner, inviteOwner } from "#tests/support/invitations.ts";
import { listenLocally } from "#tests/support/listening.ts";
import { type ServerProcess, startServer } from "#tests/support/server-process.ts";
import { lookOver } from "./looking.ts";

// What pages say while the service that keeps the records refuses every call, or answers with something else.

/** What the service knows of a client; null: it answers with `refusal`. */
let attributes: object | null = null;
let refusal = 403;
const service = createServer((_request, response) => {
  if (attributes === null) return void response.writeHead(refusal).end();
  const data = [{ type: "client", id: someId, attributes }];
  response.writeHead(200, { "content-type": "application/vnd.api+json" }).end(JSON.stringify({ data }));
});
let server: ServerProcess;
let agent: InvitedOwner;

beforeAll(async () => {
  const api = {
    API_URL: `http://127.0.0.1:${await listenLocally(service)}/api`,
    API_IDENTITY: "embedded",
    API_SERVICE: "latchkey",
    API_TOKEN: "a-token",
    API_WORKSPACE_ID: "tenant-7",
  };
  server = await startServer(api);
  agent = await inviteOwner(server.origin, { ...api, DATA_DIR: server.dataDir });
});
afterAll(async () => {
  await agent.visitor.close();
  await server.stop();
  service.close();
});

const someId = "11111111-1111-4111-8111-111111111111";
/** What is said above; the words of the failed call are behind Show Error alone. */
const unshowable = "The service sent an answer that can't be shown.";
const asItStands = (text: string): string => text;

describe.each(["/clients/", `/clients/${someId}`, "/packages/", `/packages/${someId}`, "/opportunities"])(
  "%s",
  (path) => {
    test("says what failed", async () => {
      refusal = 422;
      const error = { show: "Show Error", hide: "Hide Error", message: "502: Failed to fetch data" };
      const page = await agent.visitor.open(path);
      refusal = 403;
      lookOver(page, { path, by: "agent", title: "Something went wrong!", subtitle: unshowable, error }, asItStands);
    });

    test("says that it is not permitted", async () => {
      const page = await agent.visitor.open(path);
      const subtitle = "You don't have permission to see this page in this workspace.";
      const links: [string, string][] = [["Go to dashboard", "/"]];
      const absent = ["Show Error", "Try again"];
      lookOver(page, { path, by: "agent", title: "You don't have access", subtitle, links, absent }, asItStands);
      expect(page.status).toBe(403);
    });
  },
);

test("a file says in a sentence that it is not permitted", async () => {
  const page = await agent.visitor.open(`/documents/${someId}/content`);
  expect([page.status, page.text]).toEqual([
    403,
    expect.stringContaining("You don't have permission to see this page"),
  ]);
  expect(page.text).not.toContain("{");
});

test.each([
  [{ email: "maya@client.example" }, "Required"],
  [{ name: 5, email: "maya@client.example" }, "Expected string, received number"],
])("a list that came with %j says what is wrong with it", async (given, mismatch) => {
  attributes = given;
  const page = await agent.visitor.open("/clients/");
  attributes = null;
  const error = { show: "Show Error", hide: "Hide Error", message: `502: ${mismatch}` };
  lookOver(page, { path: "/clients/", by: "agent", title: "Something went wrong!", error }, asItStands);
});

test("a client that cannot be created stays in the form, which says so", async () => {
  const path = "/clients/new";
  await agent.visitor.open(path);
  const values = { name: "Lena Moss", email: "lena@client.example" };
  const page = await agent.visitor.submit(values, { button: "Create client" });
  expect(typedIn(page, "name")).toBe("Lena Moss");
  const texts = ["You don't have permission to do this in this workspace. Your entries are still here."];
  lookOver(
    page,
    { path, by: "agent", title: "Create a new client", texts, notices: ["That didn't work."] },
    asItStands,
  );
});
