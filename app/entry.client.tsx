import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { DocumentContext, readDocument } from "./entry/document-parts.ts";
import { patientFetch } from "./ui/patient-fetch.ts";

const parts = readDocument(document);
window.fetch = patientFetch(window.fetch.bind(window));

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
