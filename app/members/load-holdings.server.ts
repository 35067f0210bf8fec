import { href, type RouterContextProvider } from "react-router";
import { settle } from "../json-api/settle.ts";
import { identityApiOf, isRecordsElsewhere, logFaults } from "../session/session.server.ts";
import { formatCount } from "../ui/number-format.ts";
import { findHoldings } from "./members.server.ts";

/** How many records of a kind somebody works with, as in "12 clients", and the list of them. */
export interface HeldRecords {
  readonly text: string;
  readonly list: string;
}

/** What a member works with; null for those who may not see it, and where it cannot be had. */
export async function loadHoldings(
  context: Readonly<RouterContextProvider>,
  memberId: string,
): Promise<readonly HeldRecords[] | null> {
  // The lists are those of another service, which the counts would not be of.
  if (isRecordsElsewhere(context)) return null;
  const found = await settle(identityApiOf(context), (api) => findHoldings(api, memberId), logFaults(context));
  if (!found.ok) return null;
  const { clients, packages, opportunities, tasks } = found.data;
  const whose = encodeURIComponent(memberId);
  return [
    { text: formatCount(clients, "client"), list: `${href("/clients")}?agent=${whose}` },
    { text: formatCount(packages, "property", "properties"), list: `${href("/packages")}?agent=${whose}` },
    {
      text: formatCount(opportunities, "open deal"),
      list: `${href("/opportunities")}?agent=${whose}&stage=active`,
    },
    { text: formatCount(tasks, "open task"), list: `${href("/tasks")}?whose=${whose}` },
  ];
}
