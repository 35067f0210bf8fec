import { redirect } from "react-router";

/** Registering begins with its first step. */
export function loader() {
  return redirect("/register/account");
}
