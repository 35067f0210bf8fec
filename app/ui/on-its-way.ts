import { useFormAction, useNavigation } from "react-router";

/** True while something posted to an address, whatever its query, is sent. @param action default: the page's own address */
export function useOnItsWay(action?: string): boolean {
  const target = useFormAction(action);
  const { formMethod, formAction } = useNavigation();
  return formMethod === "POST" && pathOf(formAction) === pathOf(target);
}

function pathOf(address: string | undefined): string | undefined {
  return address?.split("?")[0];
}
