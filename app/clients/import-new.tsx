import { href } from "react-router";
import { checkFile, startImport } from "../imports/check-file.server.ts";
import { NewImportPage } from "../imports/new-import-page.tsx";
import { type Settled, settle } from "../json-api/settle.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import { DateTime } from "../ui/date-time.tsx";
import { isAbsent, NotLoaded } from "../ui/not-loaded.tsx";
import { formatCount } from "../ui/number-format.ts";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import type { FileAnswer } from "../uploads/submit-files.server.ts";
import type { Route } from "./+types/import-new";
import { clientImporting, clientImports } from "./imports.server.ts";
import { type ClientImport, clientImportPlace, importPath } from "./imports.ts";
import { requireImport } from "./load-client.server.ts";

export const handle = { form: "create", takesFiles: true };

export async function loader({ context }: Route.LoaderArgs) {
  requireImport(context);
  const [begun, earlier] = await Promise.all([
    startImport(context),
    settle(apiOf(context), clientImports.list, logFaults(context)),
  ]);
  const shown = ({ id, fileName, state, imported, insertedAt }: ImportRow) => ({
    id,
    fileName,
    state,
    imported,
    insertedAt,
  });
  return { begun, earlier: earlier.ok ? { ...earlier, data: earlier.data.map(shown) } : earlier };
}

type ImportRow = Awaited<ReturnType<typeof clientImports.list>>[number];

/** Has a file looked over: nothing of it is imported. */
export async function action({ request, context }: Route.ActionArgs): Promise<FileAnswer> {
  requireImport(context);
  return checkFile(context, request, clientImporting);
}

export default function NewImport({ loaderData, actionData }: Route.ComponentProps) {
  const { begun, earlier } = loaderData;
  return (
    <NewImportPage place={clientImportPlace} loaded={begun} reply={actionData} title="Import clients" accept={accepted}>
      <p className="muted small mt-2">
        Contacts of phones and mail programs (vCard, .vcf) are read, too. Columns are found by their headings, and you
        can change which is which. A name and one of email and phone number are required; tags, preferred areas, buyer
        notes, budget and all other columns of an export are optional. Up to 5,000 rows.
      </p>
      <p className="mt-1">
        <a className="link" data-reload="" href={href("/clients/imports/sample.csv")} download>
          Download a sample file
        </a>
      </p>
      <ImportList imports={earlier} />
    </NewImportPage>
  );
}

const accepted = ".csv,.txt,.tsv,.vcf,text/csv,text/tab-separated-values,text/vcard";

type ShownImport = Pick<ClientImport, "id" | "fileName" | "state" | "imported" | "insertedAt">;

/** The latest imports, with links to their results. */
function ImportList({ imports }: { imports: Settled<readonly ShownImport[]> }) {
  if (imports.ok ? imports.data.length === 0 : isAbsent(imports)) return null;
  return (
    <div className="mt-2">
      <Sheet title="Earlier imports">
        {imports.ok ? (
          <ImportRows imports={imports.data} />
        ) : (
          <NotLoaded what="earlier imports" code={imports.code} here={href("/clients/imports/new")} />
        )}
      </Sheet>
    </div>
  );
}

function ImportRows({ imports }: { imports: readonly ShownImport[] }) {
  return (
    <Rows label="Earlier imports">
      {imports.map(({ id, fileName, state, imported, insertedAt }) => (
        <Row key={id}>
          <div>
            <a className="link" href={importPath(id)}>
              {fileName}
            </a>
            <div className="muted small">{outcomes[state]?.(imported) ?? state}</div>
          </div>
          <span className="muted small">
            <DateTime value={insertedAt} />
          </span>
        </Row>
      ))}
    </Rows>
  );
}

const outcomes: Readonly<Record<string, (imported: number) => string>> = {
  checked: () => "Reviewed, not imported",
  completed: (imported) => `${formatCount(imported, "client")} imported`,
  running: () => "Being imported",
  undoing: () => "Being undone",
  undone: (imported) => `Undone: ${formatCount(imported, "client")} deleted`,
};
