import { type ReactNode, useEffect } from "react";
import { type ShouldRevalidateFunctionArgs, useOutlet, useRevalidator } from "react-router";
import { BelowDialogProvider } from "../ui/page.tsx";
import { TableSkeleton } from "../ui/skeleton.tsx";

/** Whether an address is that of a page that is shown over the list. */
type IsOverList = (url: URL) => boolean;

/** @param path of the one page below a list that is always shown over it, when it is opened from there */
export function isAt(path: string): IsOverList {
  return ({ pathname }) => pathname.startsWith(path);
}

/**
 * For the list's loader: whether the page below it was asked for as a document, so that the list is not shown. Navigations
 * between pages ask for data only, under another address than the page's.
 */
export function isOpenedAlone(request: Request, url: URL, isOverList: IsOverList): boolean {
  return isOverList(url) && !new URL(request.url).pathname.endsWith(".data");
}

/** What addresses of pages over a list have besides the list's own state. */
const ofPageAbove = ["list", "to", "invite"];

function listSearch({ searchParams }: URL): string {
  const own = [...searchParams].filter(([name]) => !ofPageAbove.includes(name));
  return String(new URLSearchParams(own.toSorted(([one], [other]) => one.localeCompare(other))));
}

/** For the list: opening and closing the dialog, and a refused form in it, load nothing again. */
export function revalidateUnlessDialog(isOverList: IsOverList) {
  return (change: ShouldRevalidateFunctionArgs): boolean => {
    const { currentUrl, nextUrl, formMethod, actionStatus = 200, defaultShouldRevalidate } = change;
    if (actionStatus >= 400) return false;
    const opensOrCloses = isOverList(currentUrl) || isOverList(nextUrl);
    const isSameList = listSearch(currentUrl) === listSearch(nextUrl);
    return opensOrCloses && isSameList && formMethod === undefined ? false : defaultShouldRevalidate;
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
