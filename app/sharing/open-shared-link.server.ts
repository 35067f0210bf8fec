import { createHash } from "node:crypto";
import { href, type RouterContextProvider, redirect } from "react-router";
import { type ValidForm, wasRefused } from "../forms/forms.server.ts";
import { digestOf, idempotentWrite } from "../forms/idempotent-write.server.ts";
import { submissionOf } from "../forms/submission-key.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { keepViewing, sharingApiOf } from "./load-shared.server.ts";
import { openLink } from "./shared.server.ts";

type Context = Readonly<RouterContextProvider>;

/** How long a browser keeps a viewing, in milliseconds; the service ends it itself, too. */
const viewingLife = 12 * 3_600_000;

/**
 * Opens a link once, however often its form is sent: a double click on a page without scripts drops the first answer with its
 * cookie, and the second gets the same viewing. A wrong passcode frees the form's key.
 * @throws ApiError "invalid", "busy", "missing"
 */
export async function openLinkOnce(
  context: Context,
  form: ValidForm<{ readonly passcode?: string | null | undefined }>,
  token: string,
): Promise<Response> {
  // What is kept of a submission must not hold the token.
  const location = "/shared";
  const { submissions } = context.get(requestSessionContext).store;
  const { sessionId: viewing } = await idempotentWrite(submissions, {
    claim: {
      owner: `link ${createHash("sha256").update(token).digest("base64url")}`,
      key: (await submissionOf(context, form.start.key, form.content)).key,
      digest: digestOf([location, form.content]),
    },
    wasRefused,
    // A second viewing is harmless.
    write: async () => {
      const opening = await openLink(sharingApiOf(context), token, form.value.passcode ?? null);
      return { to: { location }, sessionId: opening.viewingToken };
    },
  });
  if (viewing !== null) keepViewing(context, { token, viewing }, viewingLife);
  return redirect(href("/shared/:token/view", { token }), 303);
}
