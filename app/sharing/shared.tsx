import { createHash } from "node:crypto";
import type { ReactNode } from "react";
import { data, href, type RouterContextProvider, redirect } from "react-router";
import { type Brand, BrandProvider } from "../client-pages/face.tsx";
import { PortalField, PortalFormStart, problem } from "../client-pages/portal-form.tsx";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { LanguageFoot } from "../client-pages/public-parts.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { readForm, startForm, type ValidForm, wasRefused } from "../forms/forms.server.ts";
import { digestOf, idempotentWrite } from "../forms/idempotent-write.server.ts";
import { submissionOf } from "../forms/submission-key.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { settingsContext } from "../session/context.ts";
import type { CallableFoot } from "../session/foot.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { load } from "../session/session.server.ts";
import { answerUnavailable } from "../sign-in/sign-in.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { withCall } from "../ui/phone.server.ts";
import type { Route } from "./+types/shared";
import { type LinkPreview, LinkPreviewTags } from "./link-preview.tsx";
import { endOf, isLinkToken, keepViewing, linkToken, sharingApiOf, viewingOf } from "./load-shared.server.ts";
import { fetchInvitation, openLink } from "./shared.server.ts";
import { type LinkEnd, openingForm } from "./shared-property.ts";

/** The first page of a shared link. Mail scanners fetch links too: only the button opens it and counts as a person. */

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { token } = params;
  if (!isLinkToken(token)) return answerEnded("unknown");
  if (viewingOf(context, token) !== null) throw redirect(href("/shared/:token/view", { token }), 303);
  try {
    const fetched = await fetchInvitation(sharingApiOf(context), token);
    const { label, workspaceName, logoId, foot, hasPasscode, preview } = fetched;
    const { publicOrigin } = context.get(settingsContext);
    const photo = preview?.photo ?? null;
    return {
      ended: null,
      invitation: { label, workspaceName, logoId, foot: foot && withCall(foot), hasPasscode },
      preview: {
        address: preview?.address ?? null,
        url: publicOrigin + href("/shared/:token", { token }),
        image: photo === null ? null : publicOrigin + href("/shared/previews/:token", { token: photo }),
      },
      start: await startForm(context),
    };
  } catch (error) {
    const ended = endOf(error);
    return ended === null ? load(Promise.reject(error)) : answerEnded(ended);
  }
}

function answerEnded(ended: LinkEnd) {
  return data({ ended, invitation: null, preview: null, start: null }, { status: ended === "unknown" ? 404 : 410 });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const token = linkToken(params.token);
  const form = await readForm(request, openingForm, context);
  if (!form.isValid) return form.answer;
  try {
    return await openLinkOnce(context, form, token);
  } catch (error) {
    if (endOf(error) !== null) throw redirect(href("/shared/:token", { token }), 303);
    if (error instanceof ApiError && error.cause.status === 429) {
      return form.reply<never>({ status: 429, fieldErrors: { passcode: [problem("tooManyPasscodes")] } });
    }
    if (error instanceof ApiError && error.kind === "invalid") {
      const wrong = problem(form.value.passcode ? "wrongPasscode" : "enterPasscode");
      return form.reply<never>({ status: 400, fieldErrors: { passcode: [wrong] } });
    }
    return answerUnavailable(context, form, error);
  }
}

export default function Shared({ loaderData, actionData }: Route.ComponentProps) {
  const { sharing } = useTexts();
  const { ended, invitation, preview, start } = loaderData;
  const [form, fields] = useSchemaForm({ id: "opening", schema: openingForm, result: actionData?.result });
  if (ended !== null || invitation === null || preview === null || start === null) {
    const { title, text } = sharing.endings[ended ?? "unknown"];
    return <SharedDoor brand={null} foot={null} title={title} subtitle={text} />;
  }
  const { label, workspaceName, logoId, foot, hasPasscode } = invitation;
  return (
    <SharedDoor
      brand={workspaceName === null ? null : { name: workspaceName, logoId }}
      foot={foot}
      title={label}
      preview={{
        title: preview.address ?? workspaceName ?? label,
        site: workspaceName ?? "",
        description: sharing.subtitle(workspaceName),
        url: preview.url,
        image: preview.image,
      }}
      subtitle={`${sharing.subtitle(workspaceName)}${hasPasscode ? "" : ` ${sharing.press}`}`}
    >
      <PostForm form={form}>
        <PortalFormStart form={form} start={start} reply={actionData} />
        {hasPasscode ? (
          <PortalField
            field={fields.passcode}
            label={sharing.passcode}
            type="password"
            autoComplete="off"
            hint={sharing.passcodeHint}
          />
        ) : null}
        <SubmitButton>{sharing.open}</SubmitButton>
      </PostForm>
    </SharedDoor>
  );
}

type SharedDoorProps = {
  brand: Brand | null;
  foot: CallableFoot | null;
  title: string;
  subtitle: string;
  preview?: LinkPreview;
  children?: ReactNode;
};

function SharedDoor({ brand, foot, title, subtitle, preview, children }: SharedDoorProps) {
  return (
    <BrandProvider value={brand}>
      {preview === undefined ? null : <LinkPreviewTags {...preview} />}
      <PortalShell title={title} subtitle={subtitle}>
        {children}
      </PortalShell>
      <LanguageFoot foot={foot} />
    </BrandProvider>
  );
}

type Context = Readonly<RouterContextProvider>;

/** How long a browser keeps a viewing, in milliseconds; the service ends it itself, too. */
const viewingLife = 12 * 3_600_000;

/**
 * Opens a link once, however often its form is sent: a double click on a page without scripts drops the first answer with its
 * cookie, and the second gets the same viewing. A wrong passcode frees the form's key.
 * @throws ApiError "invalid", "busy", "missing"
 */
async function openLinkOnce(
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
