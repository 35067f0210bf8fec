import { type ComponentProps, createContext, type ReactNode, useContext } from "react";

/** A form that carries something along to other states of a list: its buttons lead there. */
interface TurnForm {
  readonly id: string;
  /** Where its buttons lead, which goes on to the list. */
  readonly action: string;
  /** The name of its buttons; their value is the query of the list, without its "?". */
  readonly name: string;
}

const Turning = createContext<TurnForm | null>(null);

/** Says to the links in a list that they take along what such a form has. */
export const TurnProvider = Turning.Provider;

type TurnLinkProps = Pick<ComponentProps<"a">, "rel" | "aria-label"> & {
  href: string;
  /** Of a link that looks like a button; without one it is a link in the text, or a heading. */
  className?: string;
  children: ReactNode;
};

/** A link to another page of the same list, or to another order, search or filter of it. */
export function TurnLink({ href, className, children, ...rest }: TurnLinkProps) {
  const form = useContext(Turning);
  if (form === null) {
    return (
      <a className={className} href={href} {...rest}>
        {children}
      </a>
    );
  }
  return (
    <button
      className={className ?? "link"}
      type="submit"
      form={form.id}
      formAction={form.action}
      name={form.name}
      value={queryOf(href)}
      aria-label={rest["aria-label"]}
    >
      {children}
    </button>
  );
}

function queryOf(href: string): string {
  const [, query = ""] = href.split("?", 2);
  return query;
}
