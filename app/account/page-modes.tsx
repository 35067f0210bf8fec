import { href } from "react-router";
import { pageModes } from "../session/page-modes.ts";
import { SubmitButton } from "../ui/button.tsx";
import { Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";

/** How much script pages have in this browser, as in the account menu. @param mode null: by the connection */
export function PageModes({ mode }: { mode: "lite" | "full" | null }) {
  const present = mode ?? "auto";
  return (
    <div className="mt-2">
      <Sheet title="Page mode" padded>
        <p>
          Now: <b>{pageModes.find(({ value }) => value === present)?.label}</b>. Automatic adapts to your connection,
          Light loads less. It is kept for this browser.
        </p>
        <div className="actions">
          {pageModes
            .filter(({ value }) => value !== present)
            .map(({ value, label }) => (
              <PostForm key={value} action={href("/scripts")} reload>
                <input type="hidden" name="mode" value={value} />
                <SubmitButton look="plain">Use {label}</SubmitButton>
              </PostForm>
            ))}
        </div>
      </Sheet>
    </div>
  );
}
