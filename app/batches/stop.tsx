import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { allows } from "../json-api/resource.ts";
import { apiOf, load, recordId } from "../session/session.server.ts";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/stop";
import { batchPath } from "./batch.ts";
import { listOfBatch } from "./batch-lists.server.ts";
import { countOf } from "./batch-words.ts";
import { findBatch, stopBatch } from "./batches.server.ts";

/** Once nothing is under way, the page is the batch's. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await load(findBatch(apiOf(context), recordId(params.batchId)));
  if (!allows(found, "stop")) throw redirect(batchPath(found.id));
  const { id, total, waiting } = found;
  return { id, total, done: total - waiting, list: listOfBatch(found), start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.batchId);
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key }) => {
    const isUnderWay = allows(await load(findBatch(api, id)), "stop");
    if (isUnderWay) await stopBatch(api, id, key);
    return { location: batchPath(id), toast: isUnderWay ? "Stopped." : "It was done already." };
  });
}

export default function StopBatch({ loaderData: { id, total, done, list, start }, actionData }: Route.ComponentProps) {
  return (
    <Page narrow>
      <PageHead
        crumbs={[{ label: list.label, href: list.path }, { label: "Stop" }]}
        title="Stop this change?"
        subtitle={`${done} of ${countOf(total, list.nouns)} are done. They stay as they are now, and you can undo that for 10 minutes.`}
      />
      <Confirmation start={start} reply={actionData} send="Stop" cancel={batchPath(id)} />
    </Page>
  );
}
