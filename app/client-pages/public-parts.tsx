import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { HoneypotInputs, HoneypotProvider } from "remix-utils/honeypot/react";
import type { CallableFoot } from "../session/foot.ts";
import { honeypotField } from "../session/hidden-fields.ts";
import { PostFormExtra } from "../ui/post-form.tsx";
import { useTexts } from "./texts/texts.ts";
import { WorkspaceFoot } from "./workspace-foot.tsx";

/** The parts of the pages for clients that anybody opens. */

/** Gives the forms within a honeypot. */
export function WithHoneypot({ children }: { children: ReactNode }) {
  const { form } = useTexts();
  const honeypot = (
    <HoneypotProvider nameFieldName={honeypotField} validFromFieldName={null}>
      <HoneypotInputs className="extra" label={form.leaveBlank} />
    </HoneypotProvider>
  );
  return <PostFormExtra value={honeypot}>{children}</PostFormExtra>;
}

/** The foot of a workspace with the same page in the other language. @param foot null where no workspace is known */
export function LanguageFoot({ foot }: { foot: CallableFoot | null }) {
  const { language } = useTexts();
  return (
    <WorkspaceFoot foot={foot}>
      <nav aria-label={language.label}>
        <LanguageLink />
      </nav>
    </WorkspaceFoot>
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
    <a href={`${pathname}?${query}`} hrefLang={other} lang={other}>
      {language.other}
    </a>
  );
}
