import { href } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { permitted } from "../session/session.server.ts";
import type { Route } from "./+types/restore";
import { loadTrashed, restoreTrashed, trashedId } from "./trash.server.ts";
import { trashRefusal } from "./trash.ts";
import { TrashPage } from "./trash-page.tsx";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { id, name, etag } = permitted(await loadTrashed(context, url), "restore", trashRefusal("restore"));
  return { record: { id, name }, start: await startForm(context, { etag }) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const id = trashedId(url);
  // Without a look at the record: where an earlier send restored it, it is in the trash no more.
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key }) => {
    await restoreTrashed(api, id, key);
    return { location: href("/trash"), toast: "Restored." };
  });
}

export default function Restore({ loaderData: { record, start }, actionData }: Route.ComponentProps) {
  return (
    <TrashPage
      title={`Restore ${record.name}?`}
      subtitle="Everything that went along is restored, too."
      start={start}
      reply={actionData}
      send="Restore"
      cancel={href("/trash")}
    />
  );
}
