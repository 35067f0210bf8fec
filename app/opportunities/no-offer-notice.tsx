import { href } from "react-router";
import { Notice } from "../ui/notice.tsx";

type NoOfferNoticeProps = {
  opportunityId: string;
  /** Whether the deal waits for the client's decision, with nothing to decide. */
  isMissing: boolean;
  canUpdate: boolean;
};

/** Says what a deal lacks that was put at "Offer suggested" without a price, as it was possible once. */
export function NoOfferNotice({ opportunityId, isMissing, canUpdate }: NoOfferNoticeProps) {
  if (!isMissing) return null;
  return (
    <Notice tone="warn" title="No offer is suggested yet.">
      The client sees nothing of this stage until there is a price to decide on.
      {canUpdate ? (
        <>
          {" "}
          <a href={href("/opportunities/:opportunityId/suggestion", { opportunityId })}>Suggest an offer</a>.
        </>
      ) : null}
    </Notice>
  );
}
