import { EmptyState } from "../ui/notice.tsx";
import { Sheet } from "../ui/page.tsx";

/** Nothing is asked for yet; but the guards above stand before pages that have a loader. */
export async function loader() {
  return null;
}

export default function ClientOpportunities() {
  return (
    <Sheet>
      <EmptyState>
        No opportunities yet. An opportunity pairs this client with one property and follows it from the first look to
        the keys.
      </EmptyState>
    </Sheet>
  );
}
