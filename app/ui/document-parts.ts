import { createContext, type ReactNode } from "react";

/**
 * The scripts of a page: none, the enhancer only, or the whole app, which then hydrates. A browser's first page never
 * hydrates.
 */
export type Scripts = "none" | "enhanced" | "full";

/** What the server decided about a document, for the root layout to render. */
export type DocumentParts = {
  readonly scripts: Scripts;
  /** The inlined styles; null in development, where they are linked. */
  readonly styles: string | null;
  readonly sheetAddress?: string;
  readonly enhancer: EnhancerParts | null;
  /** The script of the page's own, where it does not hydrate. */
  readonly ownScript?: string | undefined;
  /** The language that the browser asks for, on pages of the portal; those of staff are in English. */
  readonly language?: string;
  /** What is shown in place of a page whose loaders never ran; the usual view when not given. */
  readonly failure?: ReactNode;
  /** The id under which the log has this request; a page that failed shows it. */
  readonly requestId?: string | undefined;
  /** The address of the same page for browsers without scripts; null where it cannot be requested again. */
  readonly withoutScripts?: string | null;
};

export type EnhancerParts = {
  readonly text: string;
  /** The address of the app's manifest, when the enhancer may fetch its files ahead; "" in development. */
  readonly manifest?: string;
  /** Set when the page hydrates because of the enhancer, which may change that. */
  readonly adapted?: true;
  /** Whose pages the device keeps, for its worker; absent where it keeps none. */
  readonly keep?: string;
};

export const DocumentContext = createContext<DocumentParts>({ scripts: "full", styles: null, enhancer: null });

/** Reads the parts from the rendered document, so that hydration matches it. */
export function readDocument(document: Document): DocumentParts {
  const enhancer = document.querySelector<HTMLScriptElement>("script[data-enhancer]");
  return {
    scripts: "full",
    styles: document.querySelector("head > style")?.textContent ?? null,
    requestId: document.querySelector<HTMLElement>("[data-request]")?.dataset.request,
    enhancer:
      enhancer === null
        ? null
        : { text: enhancer.text, ...(enhancer.dataset.adapted === undefined ? {} : { adapted: true }) },
  };
}
