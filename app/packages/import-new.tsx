import { checkFile, startImport } from "../imports/check-file.server.ts";
import { NewImportPage } from "../imports/new-import-page.tsx";
import type { FileAnswer } from "../uploads/submit-files.server.ts";
import type { Route } from "./+types/import-new";
import { packageImporting, requireImport } from "./package-imports.server.ts";
import { packageImportPlace } from "./package-imports.ts";

export const handle = { form: "create", takesFiles: true };

export async function loader({ context }: Route.LoaderArgs) {
  requireImport(context);
  return startImport(context);
}

/** Has a file looked over: nothing of it is imported. */
export async function action({ request, context }: Route.ActionArgs): Promise<FileAnswer> {
  requireImport(context);
  return checkFile(context, request, packageImporting);
}

export default function NewImport({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NewImportPage place={packageImportPlace} loaded={loaderData} reply={actionData} title="Import properties">
      <p className="muted small mt-2">
        Columns are found by their headings, and you can change which is which. Only the address is required; city,
        state, zip, beds, baths, sqft, list price, MLS number, clients’ emails and other columns of an export are
        optional. Up to 200 rows.
      </p>
    </NewImportPage>
  );
}
