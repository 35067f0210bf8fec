import * as z from "zod/mini";
import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { load, notFound, recordId } from "../session/session.server.ts";
import { checkbox } from "../ui/form-values.ts";
import type { Route } from "./+types/document-removal";
import { takeBackDocument } from "./own-documents.server.ts";
import { ConfirmationPage } from "./parts/confirmation-page.tsx";
import { useFrame } from "./parts/portal-frame.tsx";
import { type Portal, portalOf } from "./portal.server.ts";
import { sendMessage } from "./portal-messages.server.ts";
import { listDocuments } from "./portal-properties.server.ts";

/** A client takes back a document that they sent, or asks for its deletion once somebody has opened it. */

export const handle = { form: "create" };

/** Which of the two the page has offered, whatever happened since. */
const removalForm = z.object({ isAsked: checkbox() });

export async function loader({ context, params }: Route.LoaderArgs) {
  const { label, sent } = await loadSent(portalOf(context), params.sentDocumentId);
  return { label, isOpened: sent === "opened", start: await startForm(context) };
}

/** @throws 404 for a document that this person has not sent */
async function loadSent({ api }: Portal, documentId: string) {
  const id = recordId(documentId);
  const found = (await load(listDocuments(api))).find((document) => document.id === id);
  if (!found?.sent) throw notFound();
  return found;
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const portal = portalOf(context);
  const { api, base, language } = portal;
  const { takeBack } = textsOf(language).own;
  return submitForm({ request, context, ofRecord: true }, removalForm, async ({ value, key }) => {
    const id = recordId(params.sentDocumentId);
    if (!value.isAsked) {
      await takeBackDocument(api, id);
      return { location: `${base}/documents`, toast: takeBack.done };
    }
    const { label } = await loadSent(portal, id);
    await sendMessage(api, { body: takeBack.message(label), documentIds: [id] }, key);
    return { location: `${base}/messages`, toast: takeBack.asked };
  });
}

export default function PortalDocumentRemoval({ loaderData, actionData }: Route.ComponentProps) {
  const { label, isOpened, start } = loaderData;
  const { title, opened, ask, unopened, send } = useTexts().own.takeBack;
  const { agent } = useFrame();
  return (
    <ConfirmationPage
      title={title(label)}
      text={isOpened ? opened(agent.name) : unopened}
      start={start}
      reply={actionData}
      send={isOpened ? ask(agent.name) : send}
    >
      {isOpened ? <input type="hidden" name="isAsked" value="on" /> : null}
    </ConfirmationPage>
  );
}
