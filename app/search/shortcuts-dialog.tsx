import { Dialog } from "../ui/dialog.tsx";
import { ShortcutList } from "./shortcut-list.tsx";

/** The keys over any page. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <ShortcutList />
    </Dialog>
  );
}
