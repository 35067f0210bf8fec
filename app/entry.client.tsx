import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { DocumentContext, readDocument } from "./ui/document-parts.ts";
import { retryingFetch } from "./ui/retrying-fetch.ts";

const parts = readDocument(document);
window.fetch = retryingFetch(window.fetch.bind(window));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <DocumentContext value={parts}>
        <HydratedRouter />
      </DocumentContext>
    </StrictMode>,
  );
});
