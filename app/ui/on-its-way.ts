import { useNavigation } from "react-router";
import { useOwnAddress } from "./own-address.ts";

/** True while something posted to an address, whatever its query, is sent. @param action default: the page's own address */
export function useOnItsWay(action?: string): boolean {
  const own = useOwnAddress();
  const { formMethod, formAction } = useNavigation();
  return formMethod === "POST" && pathOf(formAction) === pathOf(action ?? own);
}

function pathOf(address: string | undefined): string | undefined {
  return address?.split("?")[0];
}
