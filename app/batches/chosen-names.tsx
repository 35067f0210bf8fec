import { mostChosen } from "../sharing/share-link.ts";
import { LinkButton } from "../ui/button.tsx";
import { formatNumber } from "../ui/number-format.ts";

/** Names that stand there at once; the others are folded. */
const firstNames = 12;

type ChosenNamesProps = {
  names: readonly string[];
  total: number;
  /** Where they are a spreadsheet; null where nobody may have one. */
  sheetPath: string | null;
  /** Where a property is chosen that they are to get, whose path is null for all that match; null where nobody may share. */
  share: { readonly path: string | null } | null;
};

/** What is chosen, by name. */
export function ChosenNames({ names, total, sheetPath, share }: ChosenNamesProps) {
  const sharePath = share === null || total > mostChosen ? null : share.path;
  return (
    <>
      <Names names={names} total={total} />
      {sheetPath === null && sharePath === null ? null : (
        <p className="actions mb-2">
          {sheetPath === null ? null : (
            <LinkButton reload href={sheetPath}>
              Export these as CSV
            </LinkButton>
          )}
          {sharePath === null ? null : <LinkButton href={sharePath}>Share a property</LinkButton>}
        </p>
      )}
      {share === null || sharePath !== null ? null : (
        <p className="mb-2 small muted">To share a property with clients, choose up to {mostChosen} of them.</p>
      )}
    </>
  );
}

function Names({ names, total }: Pick<ChosenNamesProps, "names" | "total">) {
  const more = total - names.length;
  const all = `${names.join(" · ")}${more > 0 ? ` and ${formatNumber(more)} more` : ""}`;
  if (names.length <= firstNames) return <p className="mb-2 muted">{all}</p>;
  return (
    <details className="mb-2 muted">
      <summary>{`${names.slice(0, firstNames).join(" · ")} and ${formatNumber(total - firstNames)} more`}</summary>
      <p>{all}</p>
    </details>
  );
}
