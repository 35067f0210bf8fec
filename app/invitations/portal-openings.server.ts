import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import type { OpenedByPerson } from "./portal-openings.tsx";

const openings = z.array(
  z.object({
    attributes: z.object({
      email: z.string(),
      name: z.string(),
      kind: z.enum(["property", "document"]),
      recordId: z.string(),
      label: z.string(),
      lastOpenedAt: z.nullable(z.string()),
      isOutdated: z.boolean(),
    }),
  }),
);

/** What each person of a client's portal has opened there, and what they never did. The promise never rejects. */
export function fetchOpenings(
  context: Readonly<RouterContextProvider>,
  clientId: string,
): Promise<Settled<readonly OpenedByPerson[]>> {
  return settle(apiOf(context), (api) => listOpenings(api, clientId), logFaults(context));
}

async function listOpenings(api: Api, clientId: string): Promise<readonly OpenedByPerson[]> {
  const options = { method: "GET", failure: "Failed to fetch what was opened" } as const;
  const found = await api.act(path`/clients/${clientId}/portal_openings`, openings, {}, options);
  const rows = found.map(({ attributes }) => attributes);
  return [...Map.groupBy(rows, ({ email }) => email)].map(([email, records]) => ({
    email,
    name: records[0]?.name ?? email,
    records: records.map(({ kind, recordId, label, lastOpenedAt, isOutdated }) => ({
      kind,
      id: recordId,
      label,
      lastOpenedAt,
      isOutdated,
    })),
  }));
}
