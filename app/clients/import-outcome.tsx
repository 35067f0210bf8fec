import { href } from "react-router";
import { clientPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import type { ClientImport } from "./imports.ts";

type ImportOutcomeProps = {
  found: Pick<ClientImport, "id" | "state" | "ready" | "imported" | "used">;
  canUndo: boolean;
};

/** How many clients an import would create, or has created. */
export function ImportOutcome({ found, canUndo }: ImportOutcomeProps) {
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
      {canUndo && used.length === 0 && imported > 0 ? (
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
