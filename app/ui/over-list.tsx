import { type ReactNode, useEffect, useRef } from "react";
import {
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useNavigation,
  useOutlet,
  useRevalidator,
} from "react-router";
import { followed } from "./client-navigation.tsx";
import { Dialog } from "./dialog.tsx";
import { BelowDialogProvider } from "./page.tsx";
import { TableSkeleton } from "./skeleton.tsx";
import { samePath } from "./tabs.tsx";

/**
 * A page below a list, as `/clients/new`: a dialog over the list for whoever comes from one with scripts, and a page of its own for
 * everybody else.
 */

/**
 * For the list's loader: whether the page was asked for as a document, so that no list lies below it. Navigations between
 * pages ask for data only, under another address than the page's.
 */
export function isPageOfItsOwn(request: Request, url: URL, path: string): boolean {
  return url.pathname.startsWith(path) && !new URL(request.url).pathname.endsWith(".data");
}

/** For the list: the dialog opens and closes over it as it stands, and a form that was refused changes nothing in it. */
export function revalidateOver(path: string, change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, actionStatus = 200, defaultShouldRevalidate } = change;
  if (actionStatus >= 400) return false;
  const isOver = (url: URL) => url.pathname.startsWith(path);
  const opensOrCloses = isOver(currentUrl) !== isOver(nextUrl) && currentUrl.search === nextUrl.search;
  return opensOrCloses && formMethod === undefined ? false : defaultShouldRevalidate;
}

/** Said to the page below by its outlet: whether it lies over the list. */
export type OverList = boolean;

type OverListProps = {
  /** Null where the page below was opened at its own address. */
  list: ReactNode;
  /** The list's address. */
  path: string;
  title: string;
  subtitle?: string;
};

/** The list, with the page below it in a dialog; or that page alone. */
export function ListWithDialog({ list, path, ...heading }: OverListProps) {
  const overList: OverList = list !== null;
  const outlet = useOutlet(overList);
  if (list === null) return outlet ?? <MissingList />;
  return (
    <>
      <BelowDialogProvider value={outlet !== null}>{list}</BelowDialogProvider>
      {outlet === null ? null : (
        <PageDialog path={path} {...heading}>
          {outlet}
        </PageDialog>
      )}
    </>
  );
}

type PageDialogProps = Omit<OverListProps, "list"> & { children: ReactNode };

/** Gone as soon as the way leads back to the list, however long the list takes to come. */
function PageDialog({ path, children, ...heading }: PageDialogProps) {
  const navigate = useNavigate();
  const { search, state, key } = useLocation();
  const { location: ahead } = useNavigation();
  const closing = useRef<string>(null);
  if (ahead !== undefined && samePath(ahead.pathname, path)) return null;

  // Never a further entry, from which Back would open it again; and once, since each time would go back by one. On the way
  // elsewhere the history may stand at another entry than the page.
  function close() {
    const moment = `${key} ${ahead?.key}`;
    if (closing.current === moment) return;
    closing.current = moment;
    if (state === followed && ahead === undefined) navigate(-1);
    else navigate(path + search, { replace: true });
  }

  return (
    <Dialog {...heading} onClose={close}>
      {children}
    </Dialog>
  );
}

/** Back to a list that was never asked for. */
function MissingList() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    revalidate();
  }, [revalidate]);
  return <TableSkeleton />;
}
