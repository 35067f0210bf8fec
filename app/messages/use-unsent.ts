import { useEffect, useState } from "react";
import * as z from "zod/mini";
import type { FormInit } from "../forms/forms.tsx";

const kept = z.object({ key: z.string(), body: z.string() });

/**
 * Keeps a message from the moment that it is sent until it is known to have arrived: its form has another key then. After a reload in
 * between, as while the line is gone, it is in its field again. It stays in this tab, bound to the person and the workspace.
 * @returns whether the field holds a message that was not sent
 */
export function useUnsent(formId: string, { key, person, workspaceId }: FormInit): boolean {
  const [isUnsent, setUnsent] = useState(false);
  useEffect(() => {
    const form = document.getElementById(formId);
    const field = form?.querySelector("textarea");
    if (!(form instanceof HTMLFormElement) || !field) return undefined;
    const name = ["typed", "unsent", location.pathname, person, workspaceId].join(" ");
    const known = read(name);
    if (known !== null && known.key !== key) sessionStorage.removeItem(name);
    const isHere = known !== null && known.key === key;
    if (isHere && (field.value === "" || known.body.startsWith(field.value))) field.value = known.body;
    setUnsent(isHere);
    const keep = ({ submitter }: SubmitEvent) => {
      if (submitter?.hasAttribute("formaction") === true || field.value.trim() === "") return;
      write(name, { key, body: field.value });
    };
    form.addEventListener("submit", keep);
    return () => form.removeEventListener("submit", keep);
  }, [formId, key, person, workspaceId]);
  return isUnsent;
}

function read(name: string): z.output<typeof kept> | null {
  try {
    return kept.parse(JSON.parse(sessionStorage.getItem(name) ?? "null"));
  } catch {
    return null;
  }
}

function write(name: string, message: z.output<typeof kept>): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(message));
  } catch {
    // The browser has no room, or does not let us.
  }
}
