import { Outlet } from "react-router";
import { RegisterShell } from "../ui/auth-shell.tsx";

/** The layout of the steps of registering. */

export async function loader() {
  return null;
}

export default function Register() {
  return (
    <RegisterShell
      below={
        <>
          Already have an account? <a href="/login/">Login</a>
        </>
      }
    >
      <Outlet />
    </RegisterShell>
  );
}
