import { data, href, type RouterContextProvider } from "react-router";
import { restartForm, startForm, writeForm } from "../forms/forms.server.ts";
import { type FormReply, RecordForm } from "../forms/forms.tsx";
import { picturesOf, suggest } from "../picking/picking.server.ts";
import { RecordPicker } from "../picking/record-picker.tsx";
import type { PickQuestion } from "../picking/resolve-pick.server.ts";
import { apiOf, logFaults, notFound, requirePermission } from "../session/session.server.ts";
import { pickableHolders } from "../tasks/about.server.ts";
import { ChoiceGroup, TextArea, TextField } from "../ui/fields.tsx";
import { HiddenInputs } from "../ui/hidden-inputs.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { formatSize } from "../uploads/file-size.ts";
import { ownerOf } from "../uploads/own-uploads.server.ts";
import { nothingKept, receiveFields } from "../uploads/receive-form.server.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import { statusOf } from "../uploads/upload-limits.ts";
import { uploadsContext } from "../uploads/uploads.ts";
import type { Route } from "./+types/share";
import { resolveTarget, type SentShare, sendShare, usesFor } from "./sent-share.server.ts";
import { shareForm } from "./share-form.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { form: "create", takesFiles: true };

type Context = Readonly<RouterContextProvider>;

/** Something that was shared from another app, and where it goes. */
export async function loader({ params, context }: Route.LoaderArgs) {
  requireFiles(context);
  const { resumable } = context.get(uploadsContext);
  if (!resumable.owns(ownerOf(context), params.uploadId)) throw notFound();
  const share = await resumable.findShare(ownerOf(context), params.uploadId);
  const pictureOf = picturesOf(context);
  const [start, suggestions] = await Promise.all([
    startForm(context),
    suggest(apiOf(context), (api) => pickableHolders(api, pictureOf), logFaults(context)),
  ]);
  return { ...(share ?? nothing), isGone: share === null, start, suggestions, uses: usesFor(context) };
}

/** Of a share that was sent, or has waited for too long: its form may still hold what was typed. */
const nothing = { files: [], text: "", refused: [] };

function requireFiles(context: Context): void {
  const back = { label: "Go to dashboard", href: href("/dashboard") };
  requirePermission(context, "documents.create", "add documents", back);
}

type ShareReply = FormReply<null, PickQuestion | null> & { readonly files?: Omit<SentShare, "to"> };
type ShareAnswer = Response | ReturnType<typeof data<ShareReply>>;

/** Sends it once. What could not be saved stays here for another try. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<ShareAnswer> {
  requireFiles(context);
  const { resumable } = context.get(uploadsContext);
  const { form, files, refused, discard } = await receiveFields(context, request, () => shareForm, { ofRecord: true });
  const outcome: { sent: SentShare | null; isSettled: boolean } = { sent: null, isSettled: false };
  const again = ({ to: _, ...sent }: SentShare): ShareAnswer => {
    if (!form.isValid) return form.answer;
    const reply = form.reply<null, PickQuestion | null>({ start: restartForm(form.start, null) });
    return data({ ...reply.data, files: sent }, { status: statusOf(sent.failed) });
  };
  try {
    if (!resumable.owns(ownerOf(context), params.uploadId)) throw notFound();
    if (!form.isValid) return form.answer;
    const answer = await writeForm<typeof form.value, never, PickQuestion>(context, form, async ({ value, key }) => {
      const target = await resolveTarget(context, value);
      const sent = await sendShare(context, target, { files, refused, value, key });
      outcome.sent = sent;
      if (sent.to === null) throw nothingKept();
      return sent.to;
    });
    outcome.isSettled = answer instanceof Response;
    if (outcome.isSettled) await resumable.remove(ownerOf(context), params.uploadId);
    return answer;
  } catch (error) {
    if (outcome.sent !== null) return again(outcome.sent);
    throw error;
  } finally {
    await discard(outcome.sent?.failed ?? (outcome.isSettled ? [] : null));
  }
}

const useNames = {
  documents: "Save as documents",
  photos: "Add to a property's photos",
  message: "Send to a client as a message",
} as const;

export default function Share({ loaderData, actionData }: Route.ComponentProps) {
  const { files, text, refused, isGone, start, suggestions, uses } = loaderData;
  const question = actionData?.question;
  const sent = actionData?.files;
  return (
    <Page narrow>
      <PageHead
        title="Send what you shared"
        subtitle={isGone ? undefined : "Nothing is saved yet. What you don't send is removed after 24 hours."}
      />
      {isGone ? (
        <Notice title="It's no longer here.">
          It was sent, or removed because it waited for more than 24 hours. Share it again if you need to.
        </Notice>
      ) : null}
      {sent === undefined ? null : <UploadFailure {...sent} />}
      {sent === undefined && refused.length > 0 ? <NotTaken refused={refused} hasOthers={files.length > 0} /> : null}
      {files.length === 0 ? null : (
        <div className="mb-2">
          <Sheet>
            <Rows label="Files">
              {files.map(({ id, name, size }) => (
                <Row key={id}>
                  <b>{name}</b>
                  <span className="muted small num">{formatSize(size)}</span>
                </Row>
              ))}
            </Rows>
          </Sheet>
        </div>
      )}
      {isGone && actionData === undefined && start.parked === null ? null : (
        <RecordForm
          id="share"
          schema={shareForm}
          start={start}
          reply={actionData}
          initial={{ use: files.length === 0 ? (uses.at(-1) ?? "documents") : "documents", text }}
          send="Send"
          cancel={href("/device/shared")}
        >
          {(fields) => (
            <>
              <HiddenInputs fields={Object.fromEntries(files.map(({ id }, index) => [`upload[${index}]`, id]))} />
              <ChoiceGroup
                field={fields.use}
                label="What to do"
                options={uses.map((value) => ({ value, label: useNames[value] }))}
                single
              />
              <RecordPicker
                kind="holders"
                label="Client or property"
                hint="A client (name or email) or a property (address)."
                fields={{ text: fields.holderText, chosen: fields.holderChosen, chosenFor: fields.holderFor }}
                suggestions={suggestions}
                asked={question?.field === "holderText" ? question.which : null}
              />
              {files.length === 0 ? null : (
                <TextField
                  field={fields.name}
                  label="Name"
                  hint="Photos get it as their caption. Documents go into a folder of this name."
                  optional
                />
              )}
              <TextArea
                field={fields.text}
                label="Text"
                rows={4}
                hint="The words of a message, a note that your team alone sees about a client, or a text file of a property."
                optional
              />
            </>
          )}
        </RecordForm>
      )}
    </Page>
  );
}

type NotTakenProps = { refused: readonly { readonly name: string; readonly reason: string }[]; hasOthers: boolean };

/** Says which files did not arrive, and what did. */
function NotTaken({ refused, hasOthers }: NotTakenProps) {
  return (
    <Notice tone="warn" title="Not everything arrived.">
      <ul>
        {refused.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several files may have one name, and the list never changes
          <li key={index}>
            <b>{name}</b>: {reason}
          </li>
        ))}
      </ul>
      <p>{hasOthers ? "The other files are here." : "No file is here. Share smaller files, or fewer."}</p>
    </Notice>
  );
}
