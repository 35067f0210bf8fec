import { createContext } from "react";
import type { Scripts } from "./scripts.ts";

/** What the server decided about a document. The root layout renders it and decides nothing. */
export type DocumentParts = {
  readonly scripts: Scripts;
  /** The inlined sheet; null in development, where it is linked and reloads by itself. */
  readonly styles: string | null;
  readonly enhancer: EnhancerParts | null;
  /** Where a browser that runs no scripts finds the same page, when this one needs them; null where it cannot be asked for again. */
  readonly withoutScripts?: string | null;
};

export type EnhancerParts = {
  readonly text: string;
  /** Address of the list of the app's files, when the enhancer may fetch them; "" when there is nothing to fetch. */
  readonly manifest?: string;
  /** Ids of routes whose files are never needed, separated by spaces. */
  readonly skip?: string;
  /** There when the page hydrates because the enhancer said so: it may take that back. */
  readonly adapted?: true;
};

export const DocumentContext = createContext<DocumentParts>({ scripts: "full", styles: null, enhancer: null });

/** The same parts read back from the document that they were rendered into, so that hydration finds what it expects. */
export function readDocument(document: Document): DocumentParts {
  const enhancer = document.querySelector<HTMLScriptElement>("script[data-enhancer]");
  return {
    scripts: "full",
    styles: document.querySelector("head > style")?.textContent ?? null,
    enhancer:
      enhancer === null
        ? null
        : { text: enhancer.text, ...(enhancer.dataset.adapted === undefined ? {} : { adapted: true }) },
  };
}
