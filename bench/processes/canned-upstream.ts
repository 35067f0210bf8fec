/**
 * A JSON:API upstream that knows one agent and fifteen clients and answers from memory, so that what is measured is ours.
 * Listens on PORT; answers after DELAY_MS. `GET /counts` tells how often each call has come.
 */
import { createServer, type ServerResponse } from "node:http";
import { rows } from "./rows.ts";

const delayMs = Number(process.env.DELAY_MS ?? "0");
const mediaType = "application/vnd.api+json";
const workspaceId = "00000000-0000-4000-9000-000000000001";
const endOfTime = "2099-01-01T00:00:00.000000Z";
const counts = new Map<string, number>();

const workspace = {
  id: workspaceId,
  name: "Evergreen Realty",
  handle: "evergreen",
  initials: "ER",
  role: "owner",
  plan: "standard",
};

const currentSession = {
  kind: "account",
  expires_at: endOfTime,
  person: {
    id: "00000000-0000-4000-9000-000000000002",
    name: "Avery Lind",
    first_name: "Avery",
    last_name: "Lind",
    email: "owner@evergreen.example",
    phone_number: null,
  },
  workspaces: [workspace],
  workspace_id: workspaceId,
  permissions: ["clients.create", "clients.archive", "workspace.update", "workspace.create", "members.view"],
  counts: { clients: 4200 },
};

function profileOf(row: (typeof rows)[number]) {
  return {
    type: "buyer_profile",
    id: row.id.replace("-8000-", "-a000-"),
    attributes: {
      budget: { amount: "650000.00", currency: "USD" },
      min_beds: 3,
      min_baths: 2,
      min_lot_size: null,
      min_garages: null,
      preferred_areas: row.areas,
      property_types: ["House"],
      notes: null,
      inserted_at: row.lastActivityAt,
    },
    links: {},
    meta: {},
  };
}

function clientOf(row: (typeof rows)[number]) {
  const profile = profileOf(row);
  return {
    type: "client",
    id: row.id,
    attributes: {
      name: row.name,
      email: row.email,
      phone_number: row.phone,
      profile_image_url: null,
      tags: [],
      inserted_at: row.lastActivityAt,
      updated_at: row.lastActivityAt,
      last_activity_at: row.lastActivityAt,
      archived_at: null,
      workspace_id: workspaceId,
      assigned_account_id: currentSession.person.id,
    },
    relationships: {
      buyer_profile: { data: { type: profile.type, id: profile.id }, links: {}, meta: {} },
      people: { links: {}, meta: {} },
    },
    links: { self: `/api/clients/${row.id}` },
    meta: { can: ["update", "archive"], etag: `"${row.id}-1"` },
  };
}

const list = JSON.stringify({
  data: rows.map(clientOf),
  included: rows.map(profileOf),
  jsonapi: { version: "1.0" },
  links: { self: "/api/clients", first: "/api/clients", prev: null, next: "/api/clients?page%5Bafter%5D=bmV4dA" },
  meta: { page: { limit: 15, total: 4200 } },
});

function resource(type: string, attributes: object): string {
  const id = "00000000-0000-4000-9000-000000000003";
  return JSON.stringify({ data: { type, id, attributes, links: {}, meta: { can: [] } }, jsonapi: { version: "1.0" } });
}

const answers = new Map<string, [status: number, body: string]>([
  ["POST /api/sessions", [201, resource("session", { token: "canned-token", expires_at: endOfTime })]],
  ["GET /api/sessions/current", [200, resource("session", currentSession)]],
  ["GET /api/clients", [200, list]],
  ["GET /api/activities", [200, JSON.stringify({ data: [], links: {}, meta: { page: { limit: 15, total: 0 } } })]],
]);
const missing = JSON.stringify({
  errors: [{ id: "1", status: "404", code: "no_route_found", title: "No route found" }],
});

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": mediaType, "content-length": Buffer.byteLength(body) });
  response.end(body);
}

createServer((request, response) => {
  const path = (request.url ?? "/").split("?", 1)[0];
  if (path === "/counts") return send(response, 200, JSON.stringify(Object.fromEntries(counts)));
  const call = `${request.method} ${path}`;
  counts.set(call, (counts.get(call) ?? 0) + 1);
  const [status, body] = answers.get(call) ?? [404, missing];
  // A body that is left unread would keep the connection from being used again.
  request.resume();
  if (delayMs === 0) send(response, status, body);
  else setTimeout(send, delayMs, response, status, body);
}).listen(Number(process.env.PORT), "127.0.0.1");
