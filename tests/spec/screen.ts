/**
 * The specification's literals, each with the page where a person reads it. Where a literal has to stand is said by the
 * kind that it is listed under: a label belongs to a control, a message to its field, a cell to its column.
 */
export interface Screen {
  /** The page's path; `:client` and the like are those of the visitor's workspace (`known.ts`). */
  path: string;
  /**
   * Who looks at it. anyone: nobody known. newcomer: has filled in the first step of registering. registrant: has filled in both.
   * agent: signed in.
   */
  by: Onlooker;
  /** The text of a link of that page, which leads to the screen. */
  follow?: string;
  /** What is typed into a form of the page and sent; the screen is what comes back. */
  sent?: Sending;
  /** The page's heading. */
  title?: string;
  subtitle?: string;
  /** From the top down. */
  crumbs?: readonly string[];
  /** Headings below the title. */
  headings?: readonly string[];
  /** Anywhere in the page's main part. */
  texts?: readonly string[];
  /** Anywhere in the bar above it. */
  bar?: readonly string[];
  /** What stands in lists, by what a list is called. */
  lists?: Readonly<Record<string, readonly string[]>>;
  /** What figures count. */
  tiles?: readonly string[];
  /** What is no part of the page. */
  absent?: readonly string[];
  /** Labels of controls, by `label` or by `aria-label`. */
  labels?: readonly string[];
  placeholders?: readonly string[];
  /** What stands before a field and belongs to it. */
  prefixes?: readonly string[];
  buttons?: readonly string[];
  /** Text and path of links. */
  links?: readonly (readonly [text: string, path: string])[];
  /** The choices of selects, by the select's label: label and value of each. */
  choices?: Readonly<Record<string, readonly (readonly [label: string, value: string])[]>>;
  /** The first headings of the page's table. */
  columns?: readonly string[];
  /** What stands in a column of the table. */
  cells?: readonly (readonly [column: string, text: string])[];
  /** What stands in the place of a table's rows. */
  empty?: string;
  /** Names and values of a record's facts. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** Initials in the place of a picture. */
  initials?: readonly string[];
  /** How every moment on the page is written. */
  moments?: RegExp;
  /** What is wrong, by the label of the field that it is said of. */
  messages?: readonly (readonly [label: string, message: string])[];
  /** What is said above the page, once. */
  toast?: string;
  /** What is said in a notice about something bad. */
  notices?: readonly string[];
  /** What opens and closes the error, and what it then says. */
  error?: { readonly show: string; readonly hide: string; readonly message: string };
}

export type Onlooker = "anyone" | "newcomer" | "registrant" | "agent";

interface Sending {
  values?: Readonly<Record<string, string>>;
  /** Of the form that is sent; without one the page's own address is posted to, as by no form of ours. */
  button?: string;
  files?: readonly File[];
}
