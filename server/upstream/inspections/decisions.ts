/** Decisions on findings, one or several: what they write, and what takes them back. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvents, type WriteContext } from "../engine/history.ts";
import type { WireRecord } from "../engine/record.ts";
import { nextVersion } from "../engine/writing.ts";
import { type AttributeChange, decisions, findings } from "../tables.ts";
import { finding } from "./finding.ts";

/** The columns that say who decided, and when. */
export function decidedBy({ accountId }: Pick<Member, "accountId">) {
  return { decidedByName: nameOf(accountId), decidedAt: sql`now()` };
}

/** What a decision changes of a finding. */
const findingState = z.object({
  decision: z.enum(decisions).nullable(),
  is_proposed: z.boolean(),
  decided_by_name: z.string().nullable(),
  decided_at: z.string().nullable(),
});
export type FindingState = z.output<typeof findingState>;

/** How far the decision on a finding is. */
export function stateOf({ attributes }: Pick<WireRecord, "attributes">): FindingState {
  return findingState.parse(attributes);
}

type DecisionWrite = WriteContext & { readonly currentUser: Pick<Member, "accountId"> };

const idsOf = (records: readonly WireRecord[]) => records.map(({ id }) => id);

/** The difference between two states, as an event lists it. */
function changesBetween(
  before: FindingState,
  after: Pick<FindingState, "decision" | "is_proposed">,
): AttributeChange[] {
  return (["decision", "is_proposed"] as const).flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, before: before[field], after: after[field] }],
  );
}

/** Decides the same on several findings; suggested ones are accepted by it. @param records locked */
export async function decide(write: DecisionWrite, records: readonly WireRecord[], value: string | null) {
  const decision = z.enum(decisions).nullable().parse(value);
  const after = { decision, is_proposed: false };
  await write.database
    .update(findings)
    .set({ ...nextVersion(findings), ...decidedBy(write.currentUser), decision, isProposed: false })
    .where(sql`${findings.id} in ${idsOf(records)}`);
  const changes = new Map(records.map((record) => [record.id, changesBetween(stateOf(record), after)]));
  const isAccepted = (record: WireRecord) => stateOf(record).decision === decision;
  for (const [accepted, group] of Map.groupBy(records, isAccepted))
    await recordEvents(write, finding, accepted ? "accepted" : "updated", idsOf(group), changes);
}

/** Makes findings again what they were. @param records locked @param earlier by their ids */
export async function undecide(
  write: WriteContext,
  records: readonly WireRecord[],
  earlier: ReadonlyMap<string, FindingState>,
): Promise<void> {
  const given = [...earlier].map(([id, state]) => ({ id, ...state }));
  await write.database.execute(sql`
    update ${findings} set decision = given.decision, is_proposed = given.is_proposed, decided_by_name = given.decided_by_name,
      decided_at = given.decided_at, version = version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given(id uuid, decision text, is_proposed boolean, decided_by_name text, decided_at timestamptz)
    where ${findings.id} = given.id`);
  const changes = new Map(
    records.map((record) => [record.id, changesBetween(stateOf(record), earlier.get(record.id) ?? stateOf(record))]),
  );
  await recordEvents(write, finding, "updated", idsOf(records), changes);
}

/** Hides suggestions, or shows them again. @param records locked */
export async function setDismissed(write: WriteContext, records: readonly WireRecord[], isDismissed: boolean) {
  const ids = idsOf(records);
  await write.database
    .update(findings)
    .set({ ...nextVersion(findings), dismissedAt: isDismissed ? sql`now()` : null })
    .where(sql`${findings.id} in ${ids}`);
  const titles = new Map(
    records.map(({ id, attributes: { title } }) => {
      const [before, after] = isDismissed ? [title, null] : [null, title];
      return [id, [{ field: "title", before, after }]];
    }),
  );
  await recordEvents(write, finding, isDismissed ? "dismissed" : "brought_back", ids, titles);
}
