import { href } from "react-router";
import { UnderWay } from "../batches/under-way.tsx";
import { detailsOf } from "../imports/import-details.ts";
import { completeImport, loadReview } from "../imports/review.server.ts";
import { ReviewPage } from "../imports/review-page.tsx";
import { allows } from "../json-api/resource.ts";
import { clientPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import type { Route } from "./+types/import-show";
import { clientImportKind } from "./import-fields.ts";
import { clientImporting } from "./imports.server.ts";
import { type ClientImport, clientImportPlace } from "./imports.ts";
import { loadImport, loadImportToChange } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadImport(context, params.importId);
  const { id, state, ready, imported, used } = found;
  const first = (found.first ?? []).map(({ id, name, email, phoneNumber, details }) => ({
    key: id ?? email ?? `${name} ${phoneNumber}`,
    name,
    href: id === null ? null : clientPath(id),
    lines: [
      [email, phoneNumber].filter((part) => part !== null).join(" · "),
      ...detailsOf(clientImportKind, details ?? {}),
    ],
  }));
  const hrefOf = ({ clientId }: (typeof found.doubles)[number]) => (clientId === null ? null : clientPath(clientId));
  return {
    found: { id, state, ready, imported, used, hasChanges: (found.changes ?? []).length > 0 },
    canUndo: allows(found, "undo"),
    review: await loadReview(context, clientImportPlace, found, first, hrefOf),
  };
}

/** Imports the reviewed rows. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const find = () => loadImportToChange(context, params.importId);
  return completeImport(request, context, clientImporting, find, (imported) =>
    imported === null ? "Clients imported." : `${formatCount(imported, "client")} imported.`,
  );
}

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { found, canUndo, review } = loaderData;
  return (
    <ReviewPage
      place={clientImportPlace}
      loaded={review}
      reply={actionData}
      outcome={review.progress ? <UnderWay {...review.progress} /> : <ImportOutcome found={found} canUndo={canUndo} />}
      send="Import these clients, send no emails"
      knownBy="Same email, or same name and phone number."
    />
  );
}

type ImportOutcomeProps = {
  found: Pick<ClientImport, "id" | "state" | "ready" | "imported" | "used"> & { hasChanges: boolean };
  canUndo: boolean;
};

/** How many clients an import would create, or has created. */
function ImportOutcome({ found, canUndo }: ImportOutcomeProps) {
  const { id, state, ready, imported, used } = found;
  if (state === "undone")
    return (
      <Notice title="Undone.">
        {formatCount(imported, "client")} deleted.
        {used.length === 0 ? null : (
          <>
            {" "}
            Clients that someone started working with meanwhile were kept: <Names of={used} />.
          </>
        )}
      </Notice>
    );
  if (state === "checked") {
    if (ready === 0 && found.hasChanges)
      return <Notice>Nothing new can be imported. Choose the changes to apply.</Notice>;
    if (ready === 0) return <Notice tone="warn">None of these rows can be imported.</Notice>;
    return <Notice title={`${formatCount(ready, "client")} can be imported.`}>You’ll be their agent.</Notice>;
  }
  return (
    <>
      <Notice title={`${formatCount(imported, "client")} imported.`}>
        {used.length === 0 ? (
          "You can undo this import until someone starts working with these clients."
        ) : (
          <Used used={used} />
        )}
      </Notice>
      {canUndo && used.length === 0 && (imported > 0 || found.hasChanges) ? (
        <div className="actions mb-2">
          <LinkButton href={href("/clients/imports/:importId/undoing", { importId: id })} look="bad">
            Undo import
          </LinkButton>
        </div>
      ) : null}
    </>
  );
}

/** Why it cannot be undone. */
function Used({ used }: { used: ClientImport["used"] }) {
  return (
    <>
      This import can’t be undone, because these clients have changed since: <Names of={used} />. Archive the ones you
      don’t want.
    </>
  );
}

function Names({ of }: { of: ClientImport["used"] }) {
  return of.map(({ id, name }, place) => (
    <span key={id}>
      {place === 0 ? "" : ", "}
      <a href={clientPath(id)}>{name}</a>
    </span>
  ));
}
