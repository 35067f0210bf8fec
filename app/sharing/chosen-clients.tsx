import { NotLoadedLine, type Part } from "../ui/not-loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { mostChosen } from "./share-link.ts";

type ChosenClientsProps = {
  /**
   * How many of those who were chosen on the list are there, how many are not, and who has no email address, where that could be
   * loaded; null where none were chosen there.
   */
  chosen: {
    readonly part: Part;
    readonly ids: readonly string[];
    readonly missing: number;
    readonly unreachable: readonly string[];
  } | null;
};

/** Who is ticked because they were chosen on the list of clients. */
export function ChosenClients({ chosen }: ChosenClientsProps) {
  if (chosen === null) return null;
  const { part, ids, missing, unreachable } = chosen;
  if (!part.ok) return <NotLoadedLine what="names of the clients you chose" part={part} />;
  return (
    <Notice>
      {ids.length === 0
        ? "None of the clients you chose can get a property. "
        : `The ${formatCount(ids.length, "client")} you chose ${ids.length === 1 ? "is" : "are"} ticked. `}
      {missing === 0 || ids.length === 0
        ? ""
        : `${missing} more ${missing === 1 ? "is" : "are"} archived, or no longer there. `}
      {unreachable.length === 0 ? "" : `${sayUnreachable(unreachable)} `}
      Up to {mostChosen} can get a property at once.
    </Notice>
  );
}

/** Who will get no email, before anything is sent. @param names of clients without an email address */
export function sayUnreachable(names: readonly string[]): string {
  const have = names.length === 1 ? "has no email address and gets" : "have no email address and get";
  return `${formatCount(names.length, "client")} ${have} no email: ${names.join(", ")}.`;
}
