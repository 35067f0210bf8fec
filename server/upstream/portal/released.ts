/** What agents release of a property: costs, findings and comparables. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Call, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { recordEvent, type WithHistory } from "../engine/history.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import type { Queries } from "../engine/queries.ts";
import { checkIfMatch, readOne } from "../engine/reading.ts";
import { recordType, type WireRecord } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { nextVersion, requireRecord } from "../engine/writing.ts";
import { severities } from "../inspections/severities.ts";
import { packageResource } from "../packages/package.ts";
import { comparables, costEstimates, decisions, findings, packages, portalReleases } from "../tables.ts";
import { ownPackages } from "../visibility.ts";

const line = z.object({
  section: z.enum(["loan", "monthly", "closing", "cash"]),
  key: z.string(),
  label: z.string(),
  label_es: z.string().optional(),
  amount: moneySchema,
});

/** Null for what is not released, and for costs without an estimate. */
export const releasedAttributes = z.object({
  costs: z
    .object({
      lines: z.array(line),
      totals: z.object({ monthly_payment: moneySchema, closing_costs: moneySchema, cash_to_close: moneySchema }),
      rate_percent: z.string().nullable(),
      term_years: z.int().nullable(),
    })
    .nullable(),
  findings: z
    .array(
      z.object({
        id: z.uuid(),
        system: z.string(),
        severity: z.enum(severities),
        title: z.string(),
        low_cost: moneySchema.nullable(),
        high_cost: moneySchema.nullable(),
        decision: z.enum(decisions).nullable(),
      }),
    )
    .nullable(),
  comparables: z
    .array(
      z.object({
        id: z.uuid(),
        address: z.string(),
        sold_price: moneySchema,
        sqft: z.int(),
        sold_on: z.iso.date(),
      }),
    )
    .nullable(),
});
export type Released = z.output<typeof releasedAttributes>;

const releasedParts = ["costs", "findings", "comparables"] as const;
type Switches = Readonly<Record<(typeof releasedParts)[number], SQLWrapper>>;

const most = 200;

const everything: Switches = { costs: sql`true`, findings: sql`true`, comparables: sql`true` };

/** What was released of a property. @param where SQL of who asks; without it anybody may see the property */
export function readReleased(database: Queries, packageId: string, where: SQL): Promise<Released | null> {
  return readParts(database, packageId, where, portalReleases);
}

/** What could be released of a property, for staff. */
function readReleasable(database: Queries, packageId: string): Promise<Released | null> {
  return readParts(database, packageId, sql`true`, everything);
}

async function readParts(
  database: Queries,
  packageId: string,
  where: SQL,
  switches: Switches,
): Promise<Released | null> {
  const { rows } = await database.execute<{ released: Released }>(sql`
    select json_build_object(
      'costs', case when ${switches.costs} then ${costsOf(packages.id)} end,
      'findings', case when ${switches.findings} then ${findingsOf(packages.id)} end,
      'comparables', case when ${switches.comparables} then ${comparablesOf(packages.id)} end) as released
    from ${packages} left join ${portalReleases} on ${portalReleases.packageId} = ${packages.id}
    where ${packages.id} = ${packageId} and ${where}`);
  return rows[0]?.released ?? null;
}

function costsOf(packageId: SQLWrapper): SQL {
  const { inputs, lines, totals } = costEstimates;
  return sql`(select json_build_object(
      'lines', (select coalesce(jsonb_agg(line - 'basis' - 'source' order by place), '[]')
        from jsonb_array_elements(${lines}) with ordinality entry (line, place)),
      'totals', ${totals}, 'rate_percent', ${inputs} -> 'rate_percent', 'term_years', ${inputs} -> 'term_years')
    from ${costEstimates} where ${costEstimates.packageId} = ${packageId})`;
}

/** Without suggested findings, which no agent has looked at. */
function findingsOf(packageId: SQLWrapper): SQL {
  const { id, system, severity, title, lowCost, highCost, currency, decision } = findings;
  return sql`(select coalesce(json_agg(json_build_object('id', id, 'system', system, 'severity', severity, 'title', title,
      'low_cost', low_cost, 'high_cost', high_cost, 'decision', decision)), '[]') from (
        select ${id}, ${system}, ${severity}, ${title}, ${moneyJson(lowCost, currency)} as low_cost,
          ${moneyJson(highCost, currency)} as high_cost, ${decision}
        from ${findings} where ${findings.packageId} = ${packageId} and not ${findings.isProposed}
        order by ${findings.severityKey}, ${findings.insertedAt}, ${id} limit ${most}) found)`;
}

function comparablesOf(packageId: SQLWrapper): SQL {
  const { id, address, soldPriceAmount, soldPriceCurrency, sqft, soldOn } = comparables;
  return sql`(select coalesce(json_agg(json_build_object('id', id, 'address', address, 'sold_price', sold_price,
      'sqft', sqft, 'sold_on', sold_on)), '[]') from (
        select ${id}, ${address}, ${moneyJson(soldPriceAmount, soldPriceCurrency)} as sold_price, ${sqft},
          to_char(${soldOn}, 'YYYY-MM-DD') as sold_on
        from ${comparables} where ${comparables.packageId} = ${packageId}
        order by ${soldOn} desc, ${id} limit ${most}) sold)`;
}

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
