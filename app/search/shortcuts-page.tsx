import { Page, PageHead, Sheet } from "../ui/page.tsx";
import { ShortcutList } from "./shortcut-list.tsx";

export async function loader() {
  return null;
}

export default function Shortcuts() {
  return (
    <Page narrow>
      <PageHead
        title="Keyboard shortcuts"
        subtitle="They work on full pages, not on light ones, and not while you type in a field."
      />
      <Sheet padded>
        <ShortcutList />
      </Sheet>
    </Page>
  );
}
