import { HttpResponse, http } from "msw";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { mediaType } from "#tests/support/answers.ts";
import { type Application, startApplication } from "#tests/support/application.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { nameOf } from "#tests/support/hanging-calls.ts";
import { addressValues, fillPattern, isForPrograms, routeAddresses } from "#tests/support/route-map.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { meets } from "#tests/support/turns.ts";

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

/** Opens a page as it is, and lists the calls that it makes. */
async function look(path: string): Promise<Shown & { readonly calls: readonly string[] }> {
  const calls = new Set<string>();
  application.use(http.all("*", ({ request }) => void calls.add(nameOf(request))));
  const shown = await open(path);
  application.resetHandlers();
  return { ...shown, calls: [...calls] };
}

const placeOf = (name: string): string => name.replace(/\?.*$/, "");
const isList = (place: string): boolean => place.startsWith("GET ") && !/[0-9a-f-]{36}|\/sessions\//.test(place);

/** The sentence of a page that a service has nothing for. */
const plain = /The connected service (doesn(?:'|’|&#x27;)t|has no) /;

/** A workspace is at its handle as a record is at its id, and the session says whether a service has messages. */
const saysOtherwise: ReadonlySet<string> = new Set(["/:handle", "/messages/:clientId"]);

test("a list that a service has not at all is missing on its page in plain words", { timeout: 240_000 }, async () => {
  const flaws: string[] = [];
  // By list, how many pages have asked for it: after three of them it is missing on one in four.
  const askedBy = new Map<string, number>();
  for (const pattern of patterns.filter((one) => !saysOtherwise.has(one))) {
    const path = pathOf(pattern);
    const { status, calls } = await look(path);
    if (status !== 200) continue;
    for (const place of new Set(calls.map(placeOf).filter(isList))) {
      const before = askedBy.get(place) ?? 0;
      askedBy.set(place, before + 1);
      if (before > 2 && !meets(before, 0, 4)) continue;
      application.use(
        http.all("*", ({ request }) =>
          placeOf(nameOf(request)) === place
            ? HttpResponse.json({ errors: [{ status: "404", code: "no_route_found" }] }, { status: 404 })
            : undefined,
        ),
      );
      const shown = await open(path);
      application.resetHandlers();
      const isSaid = shown.status === 501 && plain.test(shown.text);
      if (shown.status !== 200 && !isSaid)
        flaws.push(`${path.replaceAll(/[0-9a-f-]{36}/g, ":id")} without ${place}: ${shown.status}`);
    }
  }
  expect(flaws).toEqual([]);
});

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
