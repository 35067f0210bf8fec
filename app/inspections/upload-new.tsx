import { data } from "react-router";
import { openPackageFor } from "../packages/opening.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import type { FormReply } from "../session/form-reply.ts";
import { restartForm, startForm } from "../session/form-start.server.ts";
import { load } from "../session/loading.server.ts";
import { sendForm } from "../session/sending.server.ts";
import { apiOf } from "../session/session.server.ts";
import { findAllowance } from "../uploads/files.server.ts";
import { nothingKept, receiveForm } from "../uploads/receiving.server.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import type { RefusedFile } from "../uploads/upload-form.server.ts";
import type { Route } from "./+types/upload-new";
import { inspectionsPath } from "./inspection-paths.ts";
import { ReportUpload } from "./report-upload.tsx";
import { storeReport } from "./storing.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { form: "create" };

export const meta: Route.MetaFunction = () => [{ title: "Upload report · Latchkey" }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, street } = await openPackageFor("update", context, params.packageId);
  const [allowance, start] = await Promise.all([load(findAllowance(apiOf(context))), startForm(context)]);
  return { item: { id, street }, allowance, start };
}

/** The form again, with why the file was not kept. */
type UploadReply = FormReply & { readonly failed?: readonly RefusedFile[]; readonly isEmpty?: boolean };
type UploadAnswer = Response | ReturnType<typeof data<UploadReply>>;

export async function action({ request, params, context }: Route.ActionArgs): Promise<UploadAnswer> {
  const { id } = await openPackageFor("update", context, params.packageId);
  const { form, files, refused, discard } = await receiveForm(context, request, { ofRecord: true });
  try {
    if (!form.isValid) return form.answer;
    const [file, ...others] = files;
    const fail = (failed: readonly RefusedFile[]) =>
      data({ ...form.reply({ start: restartForm(form.start, null) }).data, failed }, { status: 400 });
    if (refused.length > 0) return fail(refused);
    if (file === undefined || others.length > 0)
      return data({ ...form.reply({}).data, isEmpty: true }, { status: 400 });
    const outcome: { failed: readonly RefusedFile[] } = { failed: [] };
    try {
      return await sendForm<typeof form.value, never>(context, form, async (key) => {
        const failed = await storeReport(context, id, file, key);
        if (failed === null) return { location: inspectionsPath(id), toast: `Uploaded: ${file.name}.` };
        outcome.failed = [failed];
        throw nothingKept();
      });
    } catch (error) {
      if (outcome.failed.length > 0) return fail(outcome.failed);
      throw error;
    }
  } finally {
    await discard();
  }
}

export default function UploadReport({ loaderData: { item, allowance, start }, actionData }: Route.ComponentProps) {
  const { failed = [], isEmpty = false } = actionData ?? {};
  return (
    <PackagePage
      item={item}
      title="Upload report"
      subtitle="It is kept among the inspection reports of this property, and read for findings."
    >
      <UploadFailure failed={failed} kept={[]} />
      <ReportUpload
        packageId={item.id}
        allowance={allowance}
        start={start}
        reply={actionData}
        isEmpty={isEmpty}
        cancel={inspectionsPath(item.id)}
      />
    </PackagePage>
  );
}
