import { expect, test } from "vitest";
import { ash } from "#app/json-api/service.ts";
import { compareDescription } from "#server/doctor/description.ts";
import { readEnv } from "#server/env.ts";
import { startHttpService } from "#tests/support/http-service.ts";

const described = (words: readonly string[]) => {
  const { lists, ...rest } = ash.isWhole ? { lists: {}, ...ash } : ash;
  return {
    ...rest,
    isWhole: false as const,
    calls: [],
    lists: Object.fromEntries(Object.entries(lists).filter(([word]) => words.includes(word))),
  };
};

/** What is found of a service that has clients alone, of a type, and wants a token. */
async function compare(words: readonly string[], settings: Readonly<Record<string, string>>, type = "client") {
  const { origin } = await startHttpService(({ url, headers }, response) => {
    const status = headers.authorization !== "Bearer good" ? 401 : url === "/clients" ? 200 : 404;
    const data = [{ type, id: "1", attributes: { name: "Ada" } }];
    response.writeHead(status, { "content-type": "application/vnd.api+json" }).end(JSON.stringify({ data }));
  });
  const env = readEnv({ API_URL: origin, ...settings });
  return compareDescription(origin, { ...env, apiService: described(words) });
}

const token = { API_TOKEN: "good", API_IDENTITY: "embedded", API_WORKSPACE_ID: "w" };

test("lists that are as their description has them are fine", async () => {
  expect(await compare(["clients"], token)).toMatchObject({
    state: "ok",
    found: expect.stringContaining("1 of the 1"),
  });
});

test("a list that is not there any more, and another type, are named", async () => {
  const found = await compare(["clients", "documents"], token, "people");
  expect(found).toMatchObject({ state: "wrong", advice: expect.stringContaining("npm run check-api -- http") });
  expect(found.found).toBe(
    "It is not as API_SERVICE has it: clients are of type people, not client; GET /documents answered 404.",
  );
});

test("a token that is refused is said, and none compares nothing", async () => {
  const refused = await compare(["clients"], { ...token, API_TOKEN: "old" });
  expect(refused).toMatchObject({ state: "wrong", found: "The service refuses API_TOKEN (401)." });
  expect(await compare(["clients"], {})).toMatchObject({ state: "unsure" });
});
