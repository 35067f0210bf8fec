import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { mostChosen } from "./share-link.ts";

type ChosenClientsProps = {
  /** How many of those who were chosen on the list are there, and how many are not; null where none were chosen there. */
  chosen: { readonly ids: readonly string[]; readonly missing: number } | null;
};

/** Who is ticked because they were chosen on the list of clients. */
export function ChosenClients({ chosen }: ChosenClientsProps) {
  if (chosen === null) return null;
  const { ids, missing } = chosen;
  return (
    <Notice>
      {ids.length === 0
        ? "None of the clients you chose can get a property. "
        : `The ${formatCount(ids.length, "client")} you chose ${ids.length === 1 ? "is" : "are"} ticked. `}
      {missing === 0 || ids.length === 0
        ? ""
        : `${missing} more ${missing === 1 ? "is" : "are"} archived, or no longer there. `}
      Up to {mostChosen} can get a property at once.
    </Notice>
  );
}
