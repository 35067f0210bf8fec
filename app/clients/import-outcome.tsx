import { LinkButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { clientPath } from "./client-links.ts";
import { type ClientImport, importPath } from "./imports.ts";

type ImportOutcomeProps = {
  found: Pick<ClientImport, "id" | "state" | "ready" | "imported" | "used">;
  canUndo: boolean;
};

/** What would come of an import, or what has. */
export function ImportOutcome({ found, canUndo }: ImportOutcomeProps) {
  const { id, state, ready, imported, used } = found;
  if (state === "undone") return <Notice title="Undone.">{formatCount(imported, "client")} taken out again.</Notice>;
  if (state === "checked") {
    if (ready === 0) return <Notice tone="warn">No row of this file can be imported.</Notice>;
    return <Notice title={`${formatCount(ready, "client")} can be imported.`}>You will be their agent.</Notice>;
  }
  return (
    <>
      <Notice title={`${formatCount(imported, "client")} imported.`}>
        {used.length === 0 ? (
          "As long as nobody works with them, all of them can be taken out again."
        ) : (
          <Used used={used} />
        )}
      </Notice>
      {canUndo && used.length === 0 && imported > 0 ? (
        <div className="actions mb-2">
          <LinkButton href={importPath(id, "undoing")} look="bad">
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
      It cannot be undone any more, since work would be lost:{" "}
      {used.map(({ id, name }, place) => (
        <span key={id}>
          {place === 0 ? "" : ", "}
          <a href={clientPath(id)}>{name}</a>
        </span>
      ))}{" "}
      changed since. Archive those that you do not want.
    </>
  );
}
