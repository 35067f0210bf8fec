import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { DocumentContext, readDocument } from "./entry/document-parts.ts";

const parts = readDocument(document);

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
