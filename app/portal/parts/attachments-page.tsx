import { PortalFormStart } from "../../client-pages/portal-form.tsx";
import { useTexts } from "../../client-pages/texts/texts.ts";
import type { FormReply } from "../../forms/forms.tsx";
import { SubmitButton } from "../../ui/button.tsx";
import { PostForm, useSchemaForm } from "../../ui/form.tsx";
import type { Attachable } from "../load-attachable.server.ts";
import { attachmentForm } from "../message.ts";
import { type DocumentReply, FileForm } from "./document-upload.tsx";
import { PortalChecks } from "./portal-choices.tsx";
import { PortalCard, PortalPage, useFrame, usePortalPath } from "./portal-frame.tsx";
import { PortalLate } from "./portal-late.tsx";

type AttachmentsPageProps = {
  attachable: Attachable;
  /** What the form with the documents was answered. */
  chosen: FormReply<unknown, unknown> | undefined;
  /** What the form with a file was answered. */
  sent: DocumentReply | undefined;
};

/** Documents to go with a message, or a new file; what was typed is kept meanwhile. */
export function AttachmentsPage({
  attachable: { documents, attached, start, upload },
  chosen,
  sent,
}: AttachmentsPageProps) {
  const { attaching } = useTexts().messages;
  const { isView } = useFrame();
  const to = usePortalPath();
  const [form, fields] = useSchemaForm({
    id: "attachments",
    schema: attachmentForm,
    result: chosen?.result,
    initial: { documentIds: [...attached] },
  });
  const labels = new Map(
    documents.map(({ id, label, property }) => [id, property === null ? label : `${label} (${property})`]),
  );
  return (
    <PortalPage title={attaching.title} subtitle={attaching.subtitle}>
      <div className="stack max-w-160">
        <section>
          {documents.length === 0 ? (
            <p className="muted">{attaching.none}</p>
          ) : (
            <PostForm form={form} action={to("/messages/attachments")}>
              <PortalFormStart form={form} start={start} reply={chosen} />
              <fieldset disabled={isView}>
                <PortalChecks
                  field={fields.documentIds}
                  legend={attaching.choose}
                  values={documents.map(({ id }) => id)}
                  labelOf={(id) => labels.get(id) ?? ""}
                />
                <SubmitButton>{attaching.keep}</SubmitButton>
              </fieldset>
            </PostForm>
          )}
        </section>
        {upload === null ? null : (
          <PortalCard title={attaching.upload}>
            {upload.ok ? (
              <FileForm
                upload={upload.data}
                reply={sent}
                action={to("/messages/attachments/upload")}
                send={attaching.send}
              />
            ) : (
              <PortalLate part={upload} />
            )}
          </PortalCard>
        )}
        <p>
          <a href={to("/messages")}>{attaching.back}</a>
        </p>
      </div>
    </PortalPage>
  );
}
