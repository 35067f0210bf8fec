import { type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigate, useNavigation, useOutletContext } from "react-router";
import { followed } from "../ui/client-navigation.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { RouteError } from "../ui/error-view.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import { samePath } from "../ui/tabs.tsx";

type Heading = {
  /** The address of the list that the page belongs to. */
  path: string;
  title: string;
  subtitle?: string;
  /** Where closing leads, if not to the list with the page's own query. */
  back?: string;
  /** It is small, and shown at the link in the list that leads to it. */
  isSmall?: boolean;
};

type DialogPageProps = Heading & {
  /** What is shown without the list, if not the same under its heading: a page of the record, for example. */
  alone?: ReactNode;
  children: ReactNode;
};

/** A page below a list, as `/clients/new`: a dialog over the list when it is opened from there with scripts, else a page. */
export function DialogPage({ path, back, isSmall = false, alone, children, ...heading }: DialogPageProps) {
  if (useIsInDialog()) {
    return (
      <ListDialog path={path} {...(back && { back })} isSmall={isSmall} {...heading}>
        {children}
      </ListDialog>
    );
  }
  if (alone !== undefined) return alone;
  return (
    <Page narrow>
      <PageHead {...heading} />
      {children}
    </Page>
  );
}

/** The error boundary of such a page: in the dialog, too. */
export function DialogError(heading: Heading) {
  if (!useIsInDialog()) return <RouteError />;
  return (
    <ListDialog {...heading}>
      <RouteError />
    </ListDialog>
  );
}

/** Whether a `ListWithDialog` shows its list below this page. */
function useIsInDialog(): boolean {
  return useOutletContext<boolean | null>() === true;
}

/** Closes as soon as a navigation to the list begins, however long the list takes to load. */
function ListDialog({ path, back, isSmall = false, children, ...heading }: Heading & { children: ReactNode }) {
  const navigate = useNavigate();
  const { pathname, search, state, key } = useLocation();
  const { location: ahead } = useNavigation();
  const closing = useRef<string>(null);
  // The pages that it went through, of which Back shows an earlier one.
  const steps = useRef<string[]>([]);
  useEffect(() => {
    const page = pathname + search;
    const earlier = steps.current.slice(0, steps.current.indexOf(page) + 1);
    steps.current = earlier.length > 0 ? earlier : [...steps.current, page];
  }, [pathname, search]);
  if (ahead !== undefined && samePath(ahead.pathname, path)) return null;

  // Never a further entry, from which Back would open it again; and once, since each time would go back again. During a
  // navigation elsewhere the history may be at another entry than the page.
  function close() {
    const moment = `${key} ${ahead?.key}`;
    if (closing.current === moment) return;
    closing.current = moment;
    if (state === followed && ahead === undefined) navigate(-Math.max(1, steps.current.length));
    else navigate(back ?? path + search, { replace: true });
  }

  return (
    <Dialog {...heading} {...(isSmall && { near: pathname })} onClose={close}>
      {children}
    </Dialog>
  );
}
