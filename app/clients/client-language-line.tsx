import { href } from "react-router";

type ClientLanguageProps = {
  clientId: string;
  /** In words; null where the service keeps none. */
  language: string | null;
  canChange: boolean;
};

/** In which language a client is written to, and the way to choose another one. */
export function ClientLanguage({ clientId, language, canChange }: ClientLanguageProps) {
  if (language === null) return null;
  return (
    <span className="grid muted small">
      <span>
        Language: {language}.{" "}
        {canChange ? (
          <a className="link" href={href("/clients/:id/edit", { id: clientId })}>
            Change language
          </a>
        ) : null}
      </span>
    </span>
  );
}
