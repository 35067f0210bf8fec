import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { buttonClasses } from "./button.tsx";
import { useAbandonedForm, useWaitsForLine } from "./retrying-fetch.ts";
import { samePath, withinSection } from "./tabs.tsx";

/** How long a page may take before it is said that it loads, and how long that is then said at least (milliseconds). */
const delay = 1000;
const least = 500;
/** A skeleton replaces what was there, so it comes sooner; faster answers never show one. */
const skeletonDelay = 200;

/** The bar on top while a client-side navigation loads, after 1 s and for 0.5 s at least; and why nothing moves without a line. */
export function PendingBar() {
  const { state } = useNavigation();
  const shown = useLasting(state !== "idle");
  return (
    <>
      {shown ? <div className="pending" role="progressbar" aria-label="Pending" aria-live="polite" /> : null}
      <LineStatus />
      <AbandonedForm />
    </>
  );
}

/** On the page that its user went to while a form waited for the line: nothing that was sent is dropped in silence. */
function AbandonedForm() {
  const from = useAbandonedForm();
  const { key } = useLocation();
  const navigate = useNavigate();
  const [left, setLeft] = useState<{ readonly from: string; readonly to: string } | null>(null);
  if (from !== null && key !== from && left?.from !== from) setLeft({ from, to: key });
  return (
    <div role="status">
      {from !== null && left?.from === from && left.to === key ? (
        <div className="toast pad">
          <span>You left before we could confirm that this was saved. What you typed is kept.</span>
          <button className={buttonClasses.plain} type="button" onClick={() => navigate(-1)}>
            Go back to it
          </button>
        </div>
      ) : null}
    </div>
  );
}

/** Says that there is no line. A dialog has one of its own, since nothing outside of it is read out or seen well meanwhile. */
export function LineStatus() {
  const waits = useWaitsForLine();
  return (
    <p role="status" className={waits ? "toast pad" : "vh"}>
      {waits ? "You're offline. This continues when you reconnect." : null}
    </p>
  );
}

function useLasting(active: boolean): boolean {
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  // By when it was on the page: on a slow device that is long after it was due.
  useEffect(() => {
    if (shown) since.current = performance.now();
  }, [shown]);
  useEffect(() => {
    if (active === shown) return;
    const wait = active ? delay : least - (performance.now() - since.current);
    const timer = setTimeout(() => setShown(active), Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [active, shown]);
  return shown;
}

type WhileLoadingProps = {
  /** The section whose pages the skeleton stands for, as "/clients". */
  section: string;
  /** The skeleton stands for the section's own page only, not for those below it. */
  exact?: boolean;
  skeleton: ReactNode;
  children: ReactNode;
};

/** The skeleton while a client-side navigation to a page of the section loads, else the children. */
export function WhileLoading({ section, exact = false, skeleton, children }: WhileLoadingProps) {
  const { state, location } = useNavigation();
  const covers = exact ? samePath : withinSection;
  const loading = state === "loading" && location !== undefined && covers(location.pathname, section);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setLate(true), skeletonDelay);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [loading]);
  return loading && late ? skeleton : children;
}
