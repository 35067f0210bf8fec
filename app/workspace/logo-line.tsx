import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { Sheet } from "../ui/page.tsx";

/** A logo as it is: never cut, on white, as on pages for clients. */
export function LogoPicture({ picture }: { picture: string }) {
  return (
    <img
      className="flex-none rounded bg-on-go object-contain"
      src={picture}
      alt="Logo"
      width={64}
      height={64}
      decoding="async"
    />
  );
}

type LogoLineProps = {
  /** Null where the workspace has none. */
  picture: string | null;
  mayUpdate: boolean;
};

/** The workspace's logo on a page of its settings, and the way to change it. */
export function LogoLine({ picture, mayUpdate }: LogoLineProps) {
  if (picture === null && !mayUpdate) return null;
  return (
    <div className="mb-2">
      <Sheet padded>
        <div className="who">
          {picture === null ? (
            <p className="muted">No logo yet. Clients see the initials of your workspace.</p>
          ) : (
            <LogoPicture picture={picture} />
          )}
          {mayUpdate ? (
            <>
              <LinkButton href={href("/settings/logo")}>{picture === null ? "Add logo" : "Change logo"}</LinkButton>
              <span className="muted small">Recommended 256x256px</span>
            </>
          ) : null}
        </div>
      </Sheet>
    </div>
  );
}
