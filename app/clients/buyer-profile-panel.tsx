import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Sheet } from "../ui/page.tsx";
import type { ProfileLine } from "./buyer-profile.ts";

type BuyerProfilePanelProps = { clientId: string; wishes: readonly ProfileLine[]; canUpdate: boolean };

/** What the client is looking for: at the right on wide screens, below the tabs on others. */
export function BuyerProfilePanel({ clientId, wishes, canUpdate }: BuyerProfilePanelProps) {
  const edit = (
    <LinkButton
      href={href("/clients/:id/buyer-profile/edit", { id: clientId })}
      look="quiet"
      aria-label="Edit buyer profile"
    >
      Edit
    </LinkButton>
  );
  return (
    <Sheet title="Buyer profile" action={canUpdate ? edit : null}>
      <FactList facts={wishes} />
    </Sheet>
  );
}
