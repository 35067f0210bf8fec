import { createContext, type ReactNode, useContext } from "react";
import { LateNotice } from "./not-loaded.tsx";

const InsidePage = createContext(false);

/** Whether something is shown within a page's main part, which a document has but one of. */
export function useInsidePage(): boolean {
  return useContext(InsidePage);
}

const InsideHeaded = createContext(false);

/** Whether something is shown beside a page's heading, of which a document has but one. */
export function useInsideHeaded(): boolean {
  return useContext(InsideHeaded);
}

type PageProps = { narrow?: boolean; look?: "mail" | "mail one"; headed?: boolean; children: ReactNode };

/**
 * The main part of a page. `narrow` is for forms: one column of about 65 characters. `look` is for messages, which take the window
 * and scroll by themselves. `headed={false}` is for a layout whose pages
 * bring the heading.
 */
export function Page({ narrow = false, look, headed = true, children }: PageProps) {
  return (
    <main id="main" className={look ?? (narrow ? "page page-narrow" : "page")}>
      <InsidePage value={true}>
        {look === undefined ? <LateNotice /> : null}
        <InsideHeaded value={headed}>{children}</InsideHeaded>
      </InsidePage>
    </main>
  );
}

const BelowDialog = createContext(false);

/** Says to a page that a dialog lies over it: the document is called as the dialog is. */
export const BelowDialogProvider = BelowDialog.Provider;

/** The document's title, for what the page is about. `PageHead` has it already. */
export function PageTitle({ children }: { children: string }) {
  return useContext(BelowDialog) ? null : <title>{`${children} · Latchkey`}</title>;
}

type PageHeadProps = {
  title: string;
  /** Where the title leads; null for nowhere. */
  href?: string | null;
  /** What the browser's tab says, where the heading does not name the record. */
  documentTitle?: string;
  /** The way to the page. */
  crumbs?: readonly Crumb[] | undefined;
  subtitle?: ReactNode;
  lead?: ReactNode;
  /** Below the subtitle, beside the `lead`. */
  below?: ReactNode;
  children?: ReactNode;
};

/**
 * The page's one `h1` with the way to it before and its subtitle after it; `children` are the actions at the right (one of them
 * `look="go"` at most), with a `lead`, a picture, the title and subtitle stand beside that below the actions.
 */
export function PageHead(props: PageHeadProps) {
  const { title, href = null, documentTitle = title, crumbs, subtitle, lead, below, children } = props;
  const hasLead = lead !== undefined;
  const way = crumbs === undefined ? null : <Breadcrumb items={crumbs} isTitled={hasLead} />;
  const words = (
    <>
      <h1>{href === null ? title : <a href={href}>{title}</a>}</h1>
      {subtitle === undefined ? null : <p>{subtitle}</p>}
    </>
  );
  return (
    <>
      <PageTitle>{documentTitle}</PageTitle>
      <div className="head">
        <div className={hasLead ? "title max-sm:min-w-0 max-sm:flex-1" : "title"}>
          {way}
          {hasLead ? null : words}
        </div>
        {children}
      </div>
      {hasLead ? (
        <div className="hero">
          {lead}
          <div>
            {words}
            {below}
          </div>
        </div>
      ) : null}
    </>
  );
}

type SheetProps = { title?: string; action?: ReactNode; padded?: boolean; children: ReactNode };

/** A sheet of paper: lists, tables and panels lie on one. With a title it is a section with a heading. */
export function Sheet({ title, action, padded = false, children }: SheetProps) {
  const body = padded ? <div className="pad">{children}</div> : children;
  if (title === undefined) return <div className="sheet">{body}</div>;
  return (
    <section className="sheet">
      <div className="panel-h">
        <h2>{title}</h2>
        {action}
      </div>
      {body}
    </section>
  );
}

type SplitProps = {
  children: ReactNode;
  aside: ReactNode;
  /** Whether the panel is what people look for: then it comes first where it stands not beside. */
  isAsideFirst?: boolean;
};

/**
 * Main column and a panel at the right; under 900 px it stands below.
 */
export function Split({ children, aside, isAsideFirst = false }: SplitProps) {
  return (
    <div className="split">
      <div>{children}</div>
      <aside className={isAsideFirst ? "max-[56.24em]:-order-1" : undefined}>{aside}</aside>
    </div>
  );
}

/** A list of rows on a sheet, hairlines between them; each child is a `Row`. `low` is for rows of one line of text. */
export function Rows({ label, low = false, children }: { label?: string; low?: boolean; children: ReactNode }) {
  return (
    <ul className={low ? "rows md:[&>li]:min-h-4.5" : "rows"} aria-label={label}>
      {children}
    </ul>
  );
}

/** One row: the first child takes the room, the others stand at the right. */
export function Row({ children }: { children: ReactNode }) {
  return <li>{children}</li>;
}

export type Crumb = { label: string; href?: string };

type BreadcrumbProps = {
  items: readonly Crumb[];
  /** Whether the page's title stands below: on phones the page itself is not named twice. */
  isTitled?: boolean;
};

/** Where the page stands: links to what is above it, the last one without `href` is the page itself. */
export function Breadcrumb({ items, isTitled = false }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="crumbs">
        {items.map((item) => (
          <li key={item.label} className={isTitled && item.href === undefined ? "max-sm:hidden" : undefined}>
            {item.href === undefined ? (
              <span aria-current="page">{item.label}</span>
            ) : (
              <a href={item.href}>{item.label}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
