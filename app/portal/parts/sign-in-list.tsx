import { href } from "react-router";
import { dayOf } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import { PostForm } from "../../ui/post-form.tsx";
import type { SignIn } from "../portal-records.server.ts";
import { useFrame, usePortalPath } from "./portal-frame.tsx";

type SignInListProps = { signIns: readonly SignIn[]; timeZone: string };

/** Where the person is signed in. Ending one twice changes nothing, so its form has no key. */
export function SignInList({ signIns, timeZone }: SignInListProps) {
  const { me } = useTexts();
  const language = useLanguage();
  const { isView } = useFrame();
  const to = usePortalPath();
  if (isView) return null;
  return (
    <ul className="rows">
      {signIns.map(({ id, device, insertedAt, isCurrent }) => {
        const name = device ?? me.unknownDevice;
        const action = isCurrent
          ? href("/client-portal/sign-out")
          : to(`/me/sign-ins/${encodeURIComponent(id)}/removal`);
        return (
          <li key={id}>
            <div className="g">
              <b>{isCurrent ? me.thisOne : name}</b>
              <div className="muted small">
                {isCurrent && device !== null ? `${device}, ` : ""}
                {me.since(dayOf(language, insertedAt, timeZone))}
              </div>
            </div>
            <PostForm action={action}>
              <button className="btn" type="submit" aria-label={isCurrent ? me.signOut : me.endOf(name)}>
                {isCurrent ? me.signOut : me.end}
              </button>
            </PostForm>
          </li>
        );
      })}
    </ul>
  );
}
