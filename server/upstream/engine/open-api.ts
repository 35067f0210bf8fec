/** Describes the routes as OpenAPI 3.1. */
import { action, type Route } from "./action.ts";
import { mediaType } from "./negotiation.ts";
import { documentParts, errorSchema, operation, recordSchema, refusalResponses } from "./open-api-parts.ts";
import type { Json } from "./open-api-schemas.ts";
import { typesOf } from "./route-types.ts";

const introduction = `JSON:API 1.1 (https://jsonapi.org/format/), every document as ${mediaType}.

Attributes are written in snake case; requests may use camel case as well, and calls that make or change no record of their own
may leave \`type\` and \`attributes\` out and give what they take directly under \`data\`. Lists are keyset pages: follow \`links.next\` and
\`links.prev\`. Every record carries \`meta.etag\` for If-Match and \`meta.can\`, what the current user may do to it.
An included record with \`meta.partial\` has only what belongs to the record around it, and cannot be read by itself.

Where AshJsonApi departs from JSON:API 1.1 this service keeps to the standard: another type than the URL's is 409, an id
chosen by the client 403, a created record comes with \`Location\`, every answer with \`Vary: Accept\`, and \`q\` in Accept is a
weight, not a parameter of the media type.

Writes of signed-in people honour \`Idempotency-Key\`: the first answer is given again for 24 hours; 409 while the first request is
still running, 422 when the key stands for another request. Calls that take a password or hand out a token keep no keys.`;

/** GET of the OpenAPI document, without a session. @param routes all others */
export function openApiRoute(routes: readonly Route[]): Route {
  let text: string | undefined;
  const own: Route = action({
    method: "GET",
    path: "/open_api",
    summary: "This description",
    access: "anyone",
    answers: { status: 200, of: null },
    async run() {
      text ??= JSON.stringify(describe([...routes, own]));
      const headers = { "Content-Type": "application/vnd.oai.openapi+json;version=3.1", "Cache-Control": "no-cache" };
      return { kind: "raw", response: new Response(text, { headers }) };
    },
  });
  return own;
}

/** Gives the OpenAPI document of these routes. */
function describe(routes: readonly Route[]): Json {
  const types = Map.groupBy(new Set(routes.flatMap(typesOf)), ({ type }) => type);
  const byPath = Map.groupBy(routes, ({ path }) => path.replaceAll(/:(\w+)/g, "{$1}"));
  const paths = [...byPath].map(([path, those]) => [
    path,
    Object.fromEntries(those.map((route) => [route.method.toLowerCase(), operation(route)])),
  ]);
  const schemas = [...types].map(([type, shapes]) => [type, recordSchema(type, shapes)]);
  return {
    openapi: "3.1.0",
    info: { title: "Latchkey's embedded upstream", version: "1", description: introduction },
    servers: [{ url: "/api" }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: { ...Object.fromEntries(schemas), ...documentParts, errors: errorSchema },
      responses: refusalResponses,
      securitySchemes: { session: { type: "http", scheme: "bearer" } },
    },
  };
}
