/** A mail server's refusal in words for people; its own words may name accounts. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/nobody needs it/i, "It was too late to be of use."],
  [/smtputf8/i, "A mail server on the way only takes addresses whose letters before the @ are A to Z."],
  [
    /invalid login|missing credentials|authentication|\b(?:530|534|535|538)\b/i,
    "The mail server did not accept the sign-in that is set up for it.",
  ],
  [
    /certificate|self-signed|\bssl\b|\btls\b|wrong version number/i,
    "No secure connection to the mail server could be made.",
  ],
  [/\benotfound\b|\beai_again\b|getaddrinfo/i, "The mail server could not be found."],
  [
    /\beconn|\bepipe\b|\betimedout\b|\behost|\benet|\besocket\b|timeout|timed out|greeting never|connection closed|socket/i,
    "The mail server does not answer.",
  ],
  [/\b(?:552|452)\b|\b5\.2\.2\b|mailbox (?:is )?full|quota/i, "The mailbox is full."],
  [/\b5\.7\.\d|\b554\b/i, "The mail server refused it by one of its rules."],
  [/\b55[013]\b|\b5\.1\.\d|could not deliver to it/i, "The address does not exist or takes no emails."],
  [/\b4\d\d\b|\b4\.\d\.\d/i, "The mail server asked to try again later."],
];

/** A refusal in plain words. @param reason in the mail server's words */
export function plainReason(reason: string): string {
  const [, meaning] = meanings.find(([pattern]) => pattern.test(reason)) ?? [];
  return meaning ?? "The mail server did not take it.";
}
