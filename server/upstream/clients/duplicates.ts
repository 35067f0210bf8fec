/** Clients who may be the same person as one that is about to be created. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import { action, type Route } from "../engine/action.ts";
import { listed } from "../engine/answer.ts";
import { readSome } from "../engine/reading.ts";
import { clientPeople, clients } from "../tables.ts";
import { client } from "./client.ts";
import { emailKeyOf, phoneKeyOf } from "./search-keys.ts";

/** Enough to recognize a client by. */
const most = 3;
const typed = z.string().max(254).default("");

/** SQL of the clients with somebody of this address in their household. @param emailKey SQL of its key */
function inHousehold(emailKey: SQL): SQL {
  return sql`${clients.id} in (select ${clientPeople.clientId} from ${clientPeople} where ${clientPeople.emailKey} = ${emailKey})`;
}

/** GET: the same e-mail address, of a person of the household too, or the same phone number and name; archived clients too. */
export const duplicatesRoute: Route = action({
  method: "GET",
  path: "/clients/duplicates",
  summary: "Clients with the same email, also in their household, or the same phone number and name; at most 3",
  access: "workspace",
  parameters: z.object({ email: typed, phone_number: typed, name: typed }),
  answers: { status: 200, of: client.of, many: true },
  async run({ database, currentUser, parameters }) {
    const emailKey = emailKeyOf(parameters.email);
    const nameKey = fold(parameters.name);
    const phoneKey = phoneKeyOf(parameters.phone_number);
    const alike = [
      ...(emailKey === "" ? [] : [sql`${clients.emailKey} = ${emailKey}`, inHousehold(sql`${emailKey}`)]),
      ...(phoneKey === null || nameKey === ""
        ? []
        : [sql`(${clients.phoneKey} = ${phoneKey} and ${clients.nameKey} = ${nameKey})`]),
    ];
    if (alike.length === 0) return listed(client.of, []);
    const order = sql`${clients.isArchived}, ${clients.lastActivityAt} desc, ${clients.id}`;
    const where = sql`(${sql.join(alike, sql` or `)})`;
    return listed(client.of, await readSome(database, client, currentUser, { where, order, limit: most }));
  },
});
