import { type ReactNode, useEffect } from "react";
import { type ShouldRevalidateFunctionArgs, useOutlet, useRevalidator } from "react-router";
import { BelowDialogProvider } from "../ui/page.tsx";
import { TableSkeleton } from "../ui/skeleton.tsx";

/**
 * For the list's loader: whether the page below it was asked for as a document, so that the list is not shown. Navigations
 * between pages ask for data only, under another address than the page's.
 */
export function isOpenedAlone(request: Request, url: URL, path: string): boolean {
  return url.pathname.startsWith(path) && !new URL(request.url).pathname.endsWith(".data");
}

/** For the list: opening and closing the dialog, and a refused form in it, load nothing again. @param path of the page below */
export function revalidateUnlessDialog(path: string) {
  return (change: ShouldRevalidateFunctionArgs): boolean => {
    const { currentUrl, nextUrl, formMethod, actionStatus = 200, defaultShouldRevalidate } = change;
    if (actionStatus >= 400) return false;
    const isBelow = (url: URL) => url.pathname.startsWith(path);
    const opensOrCloses = isBelow(currentUrl) !== isBelow(nextUrl) && currentUrl.search === nextUrl.search;
    return opensOrCloses && formMethod === undefined ? false : defaultShouldRevalidate;
  };
}

/** The list with the `DialogPage` below it, or that page alone. @param list null where the page below was opened at its own address */
export function ListWithDialog({ list }: { list: ReactNode }) {
  const outlet = useOutlet(list !== null);
  if (list === null) return outlet ?? <MissingList />;
  return (
    <>
      <BelowDialogProvider value={outlet !== null}>{list}</BelowDialogProvider>
      {outlet}
    </>
  );
}

/** Back on a list that was never loaded. */
function MissingList() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    revalidate();
  }, [revalidate]);
  return <TableSkeleton />;
}
