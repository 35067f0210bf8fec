import { clientPath } from "../clients/client-links.ts";
import { Notice } from "../ui/notice.tsx";

/** Said before a showing of somebody who is not bound to the agency today. It warns, and hinders nobody. */
export function UnboundNotice({ clientId }: { clientId: string | null }) {
  return (
    <Notice tone="warn" title="No buyer agreement of this client is in force today.">
      In many states one has to be signed before a showing.{" "}
      {clientId === null ? null : <a href={clientPath(clientId, "agreement")}>Enter the agreement's dates</a>}
    </Notice>
  );
}
