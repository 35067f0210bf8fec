import { EmptyState } from "../ui/notice.tsx";
import { Sheet } from "../ui/page.tsx";

/** Nothing is asked for yet; but the guards above stand before pages that have a loader. */
export async function loader() {
  return null;
}

export default function ClientDocuments() {
  return (
    <Sheet>
      <EmptyState>No documents yet. What belongs to this client alone will be kept here.</EmptyState>
    </Sheet>
  );
}
