import { redirect } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { clientPath } from "../record-paths.ts";
import { apiOf, load, recordId } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/address-retry";
import { retryAddress } from "./bounced-addresses.server.ts";
import { loadClient, loadClientFor } from "./load-client.server.ts";

/** Says that an address is right to which an email did not arrive. Idempotent, so it has no submission key. */

export async function loader({ params, context }: Route.LoaderArgs) {
  throw redirect(clientPath((await loadClient(context, params.id)).id));
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const email = (await readFormData(request, context)).get("email");
  const { id } = await loadClientFor("update", context, recordId(params.id));
  await load(retryAddress(apiOf(context), id, typeof email === "string" ? email : ""));
  setToast(context, "Emails are sent to the address again.");
  return redirect(clientPath(id), 303);
}
