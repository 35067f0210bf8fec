import { workerHeader } from "../../session/asked-by-worker.ts";
import { sharedPath } from "../../session/shared-path.ts";
import { all, dropForm, findFiles, value } from "./database.ts";
import { fieldsOf, isFile, isText, type OpenForm, storeForm } from "./kept-forms.ts";
import { ask, isOurs, personOf, placeOf, statusOf, workspaceOf } from "./owner.ts";
import { notePage } from "./texts.ts";

/** What is shared from another app of the device: it waits here, sealed, where the server cannot take it yet. */

/** What nobody has sent by then is dropped, in ms. */
const life = 86_400_000;

const hand = (body: FormData | URLSearchParams): Promise<Response> =>
  fetch(sharedPath, { method: "POST", body, headers: { [workerHeader]: "look" }, redirect: "manual" });

/** Answers what the device shares: with the server's page that asks where it goes, or with our own list of what waits. */
export async function takeShare({ request }: FetchEvent): Promise<Response> {
  const person = await value("person");
  if (person === undefined) return fetch(request);
  const data = await request.formData();
  const answer = await hand(data).catch(() => null);
  const status = answer === null ? 0 : statusOf(answer);
  const location = await placeOf(answer);
  if (location !== null) return Response.redirect(location, 303);
  if (answer !== null && isOurs(answer) && status !== 401 && status < 500) return answer;
  const { fields, files } = fieldsOf(data);
  const typed = { url: sharedPath, isMultipart: true, fields };
  try {
    const id = await storeForm({ typed, person, workspace: "", state: "shared", files });
    return Response.redirect(status === 401 ? "/login/?next=/waiting" : `/waiting/change?form=${id}`, 303);
  } catch {
    return notePage("Nothing was kept.", "This device has no room left. Share it again later.", 503);
  }
}

/** Drops what was shared and not sent within a day, whoever shared it. */
export async function dropOldShares(): Promise<void> {
  for (const { id, state, at } of await all("forms"))
    if (state === "shared" && Math.abs(Date.now() - at) > life) await dropForm(id);
}

/** The same share with where it goes, so that it is sent by itself. */
export async function chooseTarget(form: OpenForm, data: FormData): Promise<void> {
  const owner = (await value("owner")) ?? "";
  const chosen = fieldsOf(data).fields.filter(isText);
  const fields = [
    ["_key", crypto.randomUUID()] as const,
    ["_person", owner.slice(0, owner.lastIndexOf("/"))] as const,
    ["_workspace", workspaceOf(owner)] as const,
    ...chosen,
    ...form.fields.filter(isFile),
  ];
  await storeForm({
    typed: { url: sharedPath, isMultipart: true, fields },
    person: personOf(owner),
    workspace: workspaceOf(owner),
    at: form.at,
    sealedFiles: await findFiles(form.id),
    replaced: [form.id],
  });
}

/**
 * Hands the files of a share over to the server. The form has their names from then on, so that it is the same each time that it is sent.
 * @returns the id of that form; null where the server did not take them all
 * @throws where the line is lost
 */
export async function handOver(form: OpenForm, body: FormData | URLSearchParams): Promise<number | null> {
  const location = await placeOf(await hand(body));
  if (location === null) return null;
  const page = await (await ask(location)).text();
  const uploads = Array.from(
    page.matchAll(/name="(upload\[\d+\])" value="([^"]+)"/g),
    ([, name = "", id = ""]) => [name, id] as const,
  );
  if (uploads.length < form.fields.filter(isFile).length) return null;
  const { person, workspace, at, id } = form;
  const typed = { url: location, isMultipart: false, fields: [...form.fields.filter(isText), ...uploads] };
  return storeForm({ typed, person, workspace, at, replaced: [id] });
}
