import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { Sheet } from "../ui/page.tsx";

type OwnerLinksProps = { mayTransfer: boolean; mayDelete: boolean };

/** What the owner of a workspace alone may do to it. */
export function OwnerLinks({ mayTransfer, mayDelete }: OwnerLinksProps) {
  if (!mayTransfer && !mayDelete) return null;
  return (
    <div className="mt-2">
      <Sheet title="Owner" padded>
        <div className="actions">
          {mayTransfer ? <LinkButton href={href("/settings/transfer")}>Transfer ownership</LinkButton> : null}
          {mayDelete ? (
            <LinkButton href={href("/settings/deletion")} look="bad">
              Delete workspace
            </LinkButton>
          ) : null}
        </div>
      </Sheet>
    </div>
  );
}
