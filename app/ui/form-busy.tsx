import { createContext, useContext } from "react";
import { useFormAction, useNavigation } from "react-router";

/** Whether the form around is on its way to the server. `PostForm` provides it, `SubmitButton` reads it. */
export const FormBusy = createContext(false);

/** True while the nearest `PostForm` is being sent. */
export function useFormBusy(): boolean {
  return useContext(FormBusy);
}

/** True while something posted to an address, whatever its query, is sent. @param action default: the page's own address */
export function useOnItsWay(action?: string): boolean {
  const target = useFormAction(action);
  const { formMethod, formAction } = useNavigation();
  return formMethod === "POST" && pathOf(formAction) === pathOf(target);
}

function pathOf(address: string | undefined): string | undefined {
  return address?.split("?")[0];
}
