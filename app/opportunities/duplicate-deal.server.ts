import { FormRefusal } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { opportunityPath } from "../record-paths.ts";
import { findActive } from "./opportunities.server.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";
import { isOpenAlready } from "./opportunity-writes.server.ts";

const underWay = "This client has another open opportunity for this property.";

/**
 * Makes a write that may bring an opportunity back under way, which the other one of its pair can keep from happening.
 * @throws FormRefusal that leads to that one, where the current user may see it; whatever else the write throws
 */
export async function refuseDuplicateDeal<Result>(
  api: Api,
  { client, package: property }: FoundOpportunity,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isOpenAlready(error)) throw error;
    const other = client === null || property === null ? null : await findActive(api, client.id, property.id);
    const link = other === null ? null : { href: opportunityPath(other.id), label: "Open that opportunity" };
    throw new FormRefusal({ text: `${underWay} Only one at a time can be.`, link });
  }
}
