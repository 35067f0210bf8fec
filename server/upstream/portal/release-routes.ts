import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Call, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { recordEvent, type WithHistory } from "../engine/history.ts";
import { checkIfMatch } from "../engine/precondition.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { recordType, type WireRecord } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { nextVersion, requireRecord } from "../engine/writing.ts";
import { packageResource } from "../packages/package.ts";
import { packages, portalReleases } from "../tables.ts";
import { ownPackages } from "../visibility.ts";
import { readReleasable, readReleased, releasedAttributes, releasedParts } from "./released.ts";

const onOff = z.boolean("Say true or false.");
const switches = { costs: onOff, findings: onOff, comparables: onOff };

const releaseType = recordType(
  "portal_release",
  z.object({ ...switches, preview: releasedAttributes.describe("What clients see with every switch on") }),
);
const releasedType = recordType("portal_released", releasedAttributes);

const change = z.object({
  costs: onOff.optional(),
  findings: onOff.optional(),
  comparables: onOff.optional(),
});

const release: WithHistory<"changed"> = {
  type: releaseType.type,
  table: packages,
  id: packages.id,
  history: {
    topic: "portal",
    labels: { changed: "What clients see of the property changed" },
    holders: { package: packages.id },
  },
};

/** What of a property its clients see: read and decided by staff, read by clients. */
export const releaseRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/packages/:id/portal_release",
    summary: "What clients see of a property beyond its facts, photos and documents, and what they would see",
    access: "workspace",
    answers: { status: 200, of: releaseType },
    async run({ database, currentUser, id }) {
      const { record } = await readOne(database, packageResource, currentUser, id());
      return found(releaseType, await readRelease(database, record));
    },
  }),
  action({
    method: "POST",
    path: "/packages/:id/portal_release",
    summary: "Decide what clients see of a property; a switch that is not named stays as it is",
    access: "workspace",
    input: { type: releaseType.type, attributes: change },
    answers: { status: 200, of: releaseType },
    run: decide,
  }),
  action({
    method: "GET",
    path: "/portal/properties/:id/released",
    summary: "What the agent has released of one of the client's properties; null for what is not",
    access: "client",
    answers: { status: 200, of: releasedType },
    async run({ database, currentUser, id }) {
      const released = await readReleased(database, id(), ownPackages(currentUser));
      if (released === null) throw notFound();
      return found(releasedType, { id: id(), attributes: released });
    },
  }),
];

async function decide({ database, currentUser, attributes, id, request }: Call<"workspace", z.output<typeof change>>) {
  const item = await requireRecord({ database, currentUser }, packageResource, id(), "update", { isLocked: true });
  const before = await readRelease(database, item);
  checkIfMatch(request.headers, { ...before, type: releaseType.type });
  const changes = releasedParts.flatMap((part) => {
    const after = attributes[part];
    return after === undefined || after === before.attributes[part]
      ? []
      : [{ field: part, before: before.attributes[part], after }];
  });
  if (changes.length === 0) return found(releaseType, before);
  await database
    .insert(portalReleases)
    .values({ packageId: item.id, workspaceId: currentUser.workspaceId, ...attributes })
    .onConflictDoUpdate({ target: portalReleases.packageId, set: { ...attributes, ...nextVersion(portalReleases) } });
  await recordEvent({ database, currentUser }, release, "changed", item.id, changes);
  return found(releaseType, await readRelease(database, item));
}

/** @param item the package as the current user sees it */
async function readRelease(database: Queries, item: WireRecord): Promise<Omit<WireRecord, "type">> {
  const [row] = await database.select().from(portalReleases).where(sql`${portalReleases.packageId} = ${item.id}`);
  const { costs = false, findings = false, comparables = false, version = 0 } = row ?? {};
  return {
    id: item.id,
    attributes: { costs, findings, comparables, preview: await readReleasable(database, item.id) },
    path: `/packages/${item.id}/portal_release`,
    version,
    can: (item.can ?? []).filter((what) => what === "update"),
  };
}
