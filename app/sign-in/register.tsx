import { href, Outlet, redirect } from "react-router";
import { loginPath } from "../session/next-path.ts";
import { EntryShell, Street } from "../ui/auth-shell.tsx";
import type { Route } from "./+types/register";
import { requireOpenRegistration } from "./registration.server.ts";

export const middleware = [requireOpenRegistration];

export async function loader({ url }: Route.LoaderArgs) {
  if (/^\/register\/?$/.test(url.pathname)) throw redirect(href("/register/account"));
  return null;
}

export default function Register() {
  return (
    <EntryShell
      panel={<Street />}
      below={
        <>
          Already have an account? <a href={loginPath}>Login</a>
        </>
      }
    >
      <Outlet />
    </EntryShell>
  );
}
