import { Form, useLocation } from "react-router";
import { Icon } from "./icon.tsx";

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
      <Form key={pathname + search} discover="none" action={action} role="search" className="find seek">
        <Icon name="find" />
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
      <a className="to find-link" href={action}>
        <Icon name="find" />
        <span className="vh">Search</span>
      </a>
    </>
  );
}
