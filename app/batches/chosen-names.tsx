import { LinkButton } from "../ui/button.tsx";
import { formatNumber } from "../ui/number-format.ts";

/** Names that stand there at once; the others are folded. */
const firstNames = 12;

type ChosenNamesProps = {
  names: readonly string[];
  total: number;
  /** Where they are a spreadsheet; null where nobody may have one. */
  sheetPath: string | null;
  /** Where they are shared, whose path is null for all that match, and what is said of more than so many; null where nobody may. */
  share: {
    readonly path: string | null;
    readonly label: string;
    readonly most: number;
    readonly tooMany: string;
  } | null;
};

/** What is chosen, by name. */
export function ChosenNames({ names, total, sheetPath, share }: ChosenNamesProps) {
  const sharePath = share === null || total > share.most ? null : share.path;
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
          {share === null || sharePath === null ? null : <LinkButton href={sharePath}>{share.label}</LinkButton>}
        </p>
      )}
      {share === null || sharePath !== null ? null : <p className="mb-2 small muted">{share.tooMany}</p>}
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
