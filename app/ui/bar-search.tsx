import { Form, useLocation } from "react-router";

type BarSearchProps = {
  /** The page that searches. */
  action: string;
  label: string;
};

/** The bar's way to a search: a box where there is room for one, else a link to the page, which has a box of its own. */
export function BarSearch({ action, label }: BarSearchProps) {
  const { pathname, search } = useLocation();
  if (pathname.startsWith(action)) return null;
  return (
    <>
      {/* Emptied by going anywhere: what was typed has been searched for. */}
      <Form key={pathname + search} discover="none" action={action} role="search" className="find">
        <input
          className="input"
          type="search"
          name="q"
          aria-label={label}
          placeholder="Search"
          autoComplete="off"
          maxLength={200}
        />
      </Form>
      <a className="btn quiet find-link" href={action}>
        <svg viewBox="0 0 16 16" width="16" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
          <path d="M2.5 7a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M10.5 10.5L14 14" />
        </svg>
        <span className="vh">Search</span>
      </a>
    </>
  );
}
