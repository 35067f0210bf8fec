import { href } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { permitted } from "../session/session.server.ts";
import type { Route } from "./+types/purge";
import { loadTrashed, purgeTrashed, trashedId } from "./trash.server.ts";
import { trashRefusal } from "./trash.ts";
import { TrashPage } from "./trash-page.tsx";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { id, name, etag } = permitted(await loadTrashed(context, url), "purge", trashRefusal("purge"));
  return { record: { id, name }, start: await startForm(context, { etag }) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const id = trashedId(url);
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key }) => {
    await purgeTrashed(api, id, key);
    return { location: href("/trash"), toast: "Deleted permanently." };
  });
}

export default function Purge({ loaderData: { record, start }, actionData }: Route.ComponentProps) {
  return (
    <TrashPage
      title={`Delete ${record.name} permanently?`}
      subtitle="Everything that went along is deleted, files too. This can't be undone. The activity log keeps the name."
      start={start}
      reply={actionData}
      send="Delete permanently"
      look="bad"
      cancel={href("/trash")}
    />
  );
}
