import { textsOf } from "../client-pages/texts/texts.ts";
import type { Route } from "./+types/messages";
import { messageForm } from "./message.ts";
import { submitMessage } from "./own-documents.server.ts";
import { MessagesPage } from "./parts/messages-page.tsx";
import { portalOf } from "./portal.server.ts";
import { loadThread, sendMessage } from "./portal-messages.server.ts";

/** The client's thread, where they write to the agent. */

export const handle = { takesFiles: true };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  return loadThread(context, request, url);
}

export async function action({ request, context }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  return submitMessage(context, request, messageForm, async (message, key) => {
    await sendMessage(api, message, key);
    return { location: `${base}/messages`, toast: textsOf(language).messages.sent };
  });
}

export default function PortalMessages({ loaderData, actionData }: Route.ComponentProps) {
  return <MessagesPage page={loaderData} reply={actionData} />;
}
