import type { ClientChoices } from "../clients/client-choices.ts";
import { listClientChoices, withChosen } from "../clients/clients.server.ts";
import type { Api } from "../json-api/api.ts";
import { type OnFault, settle } from "../json-api/settle.ts";

/** The clients to filter by; none when they cannot be had, since the list stands without its filter, too. */
export async function filterClients(api: Api, chosen: string | null, onFault: OnFault): Promise<ClientChoices> {
  const clients = await settle(
    listClientChoices(api).then((known) => withChosen(api, known, chosen)),
    onFault,
  );
  return clients.ok ? clients.data : { options: [], isCut: false };
}
