import { changeColumns, loadColumns } from "../imports/change-columns.server.ts";
import { ColumnsPage } from "../imports/columns-page.tsx";
import type { Route } from "./+types/import-columns";
import { clientImporting } from "./imports.server.ts";
import { clientImportPlace } from "./imports.ts";
import { loadImportToChange } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  return loadColumns(context, clientImporting, params.importId, loadImportToChange);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return changeColumns(request, context, clientImporting, params.importId, loadImportToChange);
}

export default function ChooseColumns({ loaderData, actionData }: Route.ComponentProps) {
  return <ColumnsPage place={clientImportPlace} loaded={loaderData} reply={actionData} />;
}
