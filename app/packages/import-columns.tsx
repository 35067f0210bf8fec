import { changeColumns, loadColumns } from "../imports/change-columns.server.ts";
import { ColumnsPage } from "../imports/columns-page.tsx";
import type { Route } from "./+types/import-columns";
import { loadImportToChange, packageImporting } from "./package-imports.server.ts";
import { packageImportPlace } from "./package-imports.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  return loadColumns(context, packageImporting, params.packageImportId, loadImportToChange);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return changeColumns(request, context, packageImporting, params.packageImportId, loadImportToChange);
}

export default function ChooseColumns({ loaderData, actionData }: Route.ComponentProps) {
  return <ColumnsPage place={packageImportPlace} loaded={loaderData} reply={actionData} />;
}
