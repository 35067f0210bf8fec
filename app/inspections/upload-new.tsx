import { startForm } from "../forms/forms.server.ts";
import { loadPackageFor } from "../packages/load-package.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { inspectionsPath } from "../record-paths.ts";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import { findAllowance } from "../uploads/files.server.ts";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import { type FileAnswer, type KeepFile, submitFile } from "../uploads/submit-files.server.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import type { Route } from "./+types/upload-new";
import { ReportUpload } from "./report-upload.tsx";
import { storeReport } from "./store-report.server.ts";

export const handle = { form: "create", takesFiles: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const [{ street }, [allowance, unfinished, start]] = await loadBoth(
    loadPackageFor("update", context, id),
    Promise.all([load(findAllowance(apiOf(context))), listUnfinished(context), startForm(context)]),
  );
  return { item: { id, street }, allowance, unfinished, start };
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<FileAnswer> {
  const { id } = await loadPackageFor("update", context, params.packageId);
  const keep: KeepFile = async (file, { key }) => {
    const failed = await storeReport(context, id, file, key);
    return failed ?? { location: inspectionsPath(id), toast: `Uploaded: ${file.name}.` };
  };
  return submitFile(context, request, keep, { ofRecord: true });
}

export default function UploadReport({
  loaderData: { item, allowance, unfinished, start },
  actionData,
}: Route.ComponentProps) {
  const { failed = [], isNone = false } = actionData ?? {};
  return (
    <PackagePage
      item={item}
      title="Upload report"
      subtitle="The file is added to this property's inspection reports and analyzed."
    >
      <UploadFailure failed={failed} kept={[]} />
      <ReportUpload
        packageId={item.id}
        allowance={allowance}
        unfinished={unfinished}
        start={start}
        reply={actionData}
        isNone={isNone}
      />
    </PackagePage>
  );
}
