import { Outlet, redirect, useLocation } from "react-router";
import { HoneypotInputs, HoneypotProvider } from "remix-utils/honeypot/react";
import { keepLanguage } from "../client-pages/language.server.ts";
import { readLanguage } from "../client-pages/texts/languages.ts";
import { useTexts } from "../client-pages/texts/texts.ts";
import type { PageHandle } from "../entry/page-handle.ts";
import { honeypotField } from "../forms/hidden-fields.ts";
import { loadWhole } from "../session/load-whole.server.ts";
import { PostFormExtra } from "../ui/post-form.tsx";
import type { Route } from "./+types/public";
import { requirePortal } from "./portal.server.ts";

export { PortalError as ErrorBoundary } from "./portal-error.tsx";

/** The layout of the portal's pages that anybody opens: signing in, invitations. Their forms have a honeypot. */

export const handle: PageHandle = { scripts: "none", sheet: "portal" };

export const middleware = [loadWhole];

/** "?language=es" chooses a language for this browser, and leads back to the same page without it. */
export async function loader({ url, context }: Route.LoaderArgs) {
  await requirePortal(context);
  const chosen = readLanguage(url.searchParams.get("language"));
  if (chosen === null) return null;
  keepLanguage(context, chosen);
  const query = new URLSearchParams(url.search);
  query.delete("language");
  throw redirect(query.size === 0 ? url.pathname : `${url.pathname}?${query}`, 303);
}

export default function PortalPublic() {
  const { form } = useTexts();
  const honeypot = (
    <HoneypotProvider nameFieldName={honeypotField} validFromFieldName={null}>
      <HoneypotInputs className="extra" label={form.leaveBlank} />
    </HoneypotProvider>
  );
  return (
    <PostFormExtra value={honeypot}>
      <Outlet />
      <LanguageLink />
    </PostFormExtra>
  );
}

/** The same page in the other language. */
function LanguageLink() {
  const { language } = useTexts();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const other = language.code === "en" ? "es" : "en";
  query.set("language", other);
  return (
    <p className="foot">
      <a href={`${pathname}?${query}`} hrefLang={other} lang={other}>
        {language.other}
      </a>
    </p>
  );
}
