import type { ReactNode } from "react";
import { useOutletContext } from "react-router";

/** What a property's page has for its tabs, each of which shows what helps there. */
export interface PropertyAside {
  readonly details: ReactNode;
  readonly tasks: ReactNode;
  readonly team: ReactNode;
  /** The clients with an opportunity for it. */
  readonly clients: ReactNode;
}

export function usePropertyAside(): PropertyAside {
  return useOutletContext<PropertyAside>();
}
