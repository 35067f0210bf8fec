import { href, type RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { identityApiOf, isRecordsElsewhere, logFaults } from "../session/session.server.ts";
import { formatCount } from "../ui/number-format.ts";
import { findHoldings } from "./members.server.ts";

/** How many records of a kind somebody works with, as in "12 clients", and the list of them. */
export interface HeldRecords {
  readonly text: string;
  readonly list: string;
}

/** What a member works with; null where it cannot be had. The promise never rejects. */
export async function loadHoldings(
  context: Readonly<RouterContextProvider>,
  memberId: string,
): Promise<Settled<readonly HeldRecords[]> | null> {
  // The lists are those of another service, which the counts would not be of.
  if (isRecordsElsewhere(context)) return null;
  const find = async (api: Api) => linesOf(await findHoldings(api, memberId), encodeURIComponent(memberId));
  return settle(identityApiOf(context), find, logFaults(context));
}

function linesOf(
  { clients, packages, opportunities, tasks }: Awaited<ReturnType<typeof findHoldings>>,
  whose: string,
): readonly HeldRecords[] {
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
