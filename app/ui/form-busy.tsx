import { createContext, useContext } from "react";

/** Whether the form around is on its way to the server. `PostForm` provides it, `SubmitButton` reads it. */
export const FormBusy = createContext(false);

/** True while the nearest `PostForm` is being sent. */
export function useFormBusy(): boolean {
  return useContext(FormBusy);
}
