import { LinkButton } from "../ui/button.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Sheet } from "../ui/page.tsx";
import type { Wish } from "./buyer-profile.ts";
import { clientPath } from "./client-links.ts";

type BuyerProfilePanelProps = { clientId: string; wishes: readonly Wish[]; canUpdate: boolean };

/** What the client is looking for: at the right on wide screens, below the tabs on others. */
export function BuyerProfilePanel({ clientId, wishes, canUpdate }: BuyerProfilePanelProps) {
  const edit = (
    <LinkButton href={clientPath(clientId, "buyer-profile/edit")} look="quiet" aria-label="Edit buyer profile">
      Edit
    </LinkButton>
  );
  return (
    <Sheet title="Buyer profile" action={canUpdate ? edit : null}>
      <FactList facts={wishes} />
    </Sheet>
  );
}
