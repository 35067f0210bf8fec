import { href } from "react-router";
import { Notice } from "../ui/notice.tsx";

/** Said before a showing of somebody who is not bound to the agency today. It warns, and hinders nobody. */
export function NoAgreementNotice({ clientId }: { clientId: string | null }) {
  return (
    <Notice tone="warn" title="This client has no active buyer agreement.">
      Many states require one before a showing.{" "}
      {clientId === null ? null : <a href={href("/clients/:id/agreement", { id: clientId })}>Add agreement dates</a>}
    </Notice>
  );
}
