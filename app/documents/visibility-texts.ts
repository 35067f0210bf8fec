interface VisibilityTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly send: string;
  readonly toast: string;
}

/** The page that shows a document to clients, or hides it from them. @param isVisible whether they see it now */
export function visibilityTexts(label: string, isVisible: boolean): VisibilityTexts {
  return isVisible
    ? {
        title: `Hide ${label} from clients?`,
        subtitle: "Clients can no longer see it. Your team still can.",
        send: "Hide from clients",
        toast: `${label} is now hidden from clients.`,
      }
    : {
        title: `Show ${label} to clients?`,
        subtitle: "The client can see it among their documents.",
        send: "Show to clients",
        toast: `${label} is now visible to clients.`,
      };
}
