import { http } from "msw";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { ash, offers, type Service, wordOf } from "#app/json-api/service.ts";
import { mediaType } from "#tests/support/answers.ts";
import { type Application, startApplication } from "#tests/support/application.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { nameOf } from "#tests/support/hanging-calls.ts";
import { addressValues, fillPattern, isForPrograms, routeAddresses } from "#tests/support/route-map.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";

// Every page of staff, of a service that offers less than the embedded one: each shows what there is, or says in plain words
// what the service does not offer.

let application: Application;
let agent: SeededAgent;
let patterns: readonly string[];

const pathOf = (pattern: string): string => fillPattern(pattern, addressValues(agent));

beforeAll(async () => {
  application = await startApplication();
  application.pretend({ demo: true });
  agent = await registerSeededAgent(application.origin);
  const addresses = await routeAddresses();
  patterns = addresses
    .filter(({ access, pattern }) => access === "agent" && !isForPrograms(pattern))
    .map(({ pattern }) => pattern);
});
afterEach(() => application.resetHandlers());
afterAll(async () => {
  await agent.visitor.close();
  await application.close();
});

interface Shown {
  readonly status: number;
  readonly text: string;
}

async function open(path: string): Promise<Shown> {
  const response = await agent.visitor.request(path);
  return { status: response.status, text: await response.text() };
}

const lists = ash.isWhole ? {} : Object.fromEntries(Object.entries(ash.lists).filter(([word]) => word === "clients"));
const clientsAlone: Service = { ...ash, isWhole: false, lists, calls: ["sessions/current"] };

/** What a page says that a service has nothing for. */
const plain = /The connected service doesn(?:'|’|&#x27;)t have |There is no client portal here/;

test.each([
  ["as AshJsonApi is", ash],
  ["with clients alone", clientsAlone],
])("every page of a service %s is there, or says what is not", { timeout: 240_000 }, async (_name, description) => {
  const flaws: string[] = [];
  for (const pattern of patterns) {
    const path = pathOf(pattern);
    // Some pages are not there for these records with any service.
    application.pretend({ demo: true });
    const whole = await open(path);
    application.pretend({ demo: true, description });
    const before = application.calls.length;
    const failed: string[] = [];
    application.use(
      http.all("*/api/*", async ({ request }) => {
        const answer = await application.forward(request);
        if (answer.status >= 400) failed.push(`${answer.status} ${nameOf(request)}`);
        return answer;
      }),
    );
    const { status, text } = await open(path);
    application.resetHandlers();
    const strange = application.calls.slice(before).filter((call) => !isDescribed(description, call));
    if (status === whole.status && status >= 400 && strange.length === 0) continue;
    const isPicture = pattern.endsWith("/thumbnail") && status === 404;
    const isRight = status < 400 || isPicture || (status === 501 && plain.test(text));
    if (!isRight || strange.length + failed.length > 0)
      flaws.push(`${pattern}: ${status} ${[...strange, ...failed].join(", ")}`);
  }
  application.pretend({ demo: true });
  expect(flaws).toEqual([]);
});

function isDescribed(service: Service, call: string): boolean {
  return offers(service, wordOf(call.replace(/^\w+ \/api/, "")));
}

/** Attributes that the specification names, by type; of other types a service that has them at all has all. */
const promised: Readonly<Record<string, readonly string[]>> = {
  client: ["name", "email", "phone_number", "profile_image_url", "inserted_at", "workspace_id"],
  buyer_profile: [
    ...["budget", "min_beds", "min_baths", "min_lot_size", "min_garages", "inserted_at"],
    ...["preferred_areas", "notes", "property_types"],
  ],
  package: ["street", "city", "state", "zip", "beds", "baths", "sqft", "lot_size"],
  opportunity: ["stage", "rank"],
  folder: ["name"],
  // Without its file and what it belongs to, a document is none.
  document: ["label", "size", "file_id", "package_id", "client_id"],
  activity: ["label", "occurred_at"],
  workspace: [
    ...["name", "handle", "initials", "description", "time_zone", "inserted_at", "website_url", "logo", "phone_number"],
  ],
  account: [
    ...["first_name", "last_name", "full_name", "email", "phone_number", "address", "profile_picture", "notes"],
    ...["verified_at", "inserted_at", "role"],
  ],
  file: ["mime", "name", "size", "inserted_at", "storage_key", "uri", "metadata"],
};

const record = z.looseObject({ type: z.string(), attributes: z.record(z.string(), z.unknown()).optional() });
const document = z.looseObject({
  data: z.union([record, z.array(record)]).optional(),
  included: z.array(record).optional(),
});

function withoutUnpromised({ meta, attributes = {}, ...rest }: z.output<typeof record>) {
  const names = promised[rest.type];
  if (names === undefined) return { ...rest, attributes };
  return {
    ...rest,
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => names.includes(name))),
  };
}

async function lessen(answer: Response): Promise<Response> {
  if (answer.headers.get("content-type") !== mediaType || !answer.ok) return answer;
  const { data, included, ...rest } = document.parse(await answer.json());
  const less = {
    ...rest,
    ...(data && { data: Array.isArray(data) ? data.map(withoutUnpromised) : withoutUnpromised(data) }),
    ...(included && { included: included.map(withoutUnpromised) }),
  };
  return new Response(JSON.stringify(less), { status: answer.status, headers: { "content-type": mediaType } });
}

test("every page does with the attributes that the specification names", { timeout: 240_000 }, async () => {
  const flaws: string[] = [];
  for (const pattern of patterns) {
    const path = pathOf(pattern);
    application.use(http.get("*/api/*", async ({ request }) => lessen(await application.forward(request))));
    const shown = await open(path);
    application.resetHandlers();
    // Some pages are not there for these records with any service.
    if (shown.status >= 400 && (await open(path)).status === 200) flaws.push(`${pattern}: ${shown.status}`);
  }
  expect(flaws).toEqual([]);
});
