/** Reports of mail servers that write no part for machines (RFC 3464): qmail, Exim, Postfix, Exchange, Sendmail, Yahoo, Domino. */

/** Where the copy of the email that came back begins, whose addresses say nothing. */
const copies =
  /^(?:-+ ?(?:below this line|this is a copy|original message|copy of|returned message|forwarded message|message header|the header|the body|transcript of|message de retour|unsent message|this is the)|(?:return-path|received|x-[\w-]+|mime-version|message-id):\s)/im;

/** An answer of SMTP, or an enhanced status (RFC 3463). */
const lastingCode = /(?<![\d.])(?:55\d|5\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/;

const lastingWords = [
  /\bpermanent|\bfatal error/i,
  /\bdo(?:es)? ?n(?:o|['’])t exist/i,
  /\b(?:user|mailbox|recipient|address|account)[^.]{0,30} (?:unknown|not found|unavailable|disabled|invalid)\b/i,
  /\b(?:no such|unknown|invalid) (?:user|mailbox|recipient|address)\b/i,
  /\bno mailbox\b|\bnot listed in\b|\b(?:couldn|wasn)['’]t (?:be )?(?:found|delivered)\b/i,
  /\bunable to deliver\b|\bcould not be delivered\b|\bundeliverable\b|\bdelivery (?:has )?failed\b/i,
  /\bunzustellbar\b|\bnicht zugestellt\b|\bno se (?:pudo|ha podido) entregar\b|\bn['’]a pas pu être\b/i,
  /\bnon è stato possibile recapitare\b|\bnão (?:pôde|foi possível) (?:ser )?entreg/i,
];

/** The mail server goes on trying. */
const passing =
  /\bwill (?:be retried|retry|keep trying|continue to try)\b|\bwarning message only\b|\bdelayed\b|\bstill being retried\b|\bnot (?:yet )?been delivered\b|\bdo not need to (?:take any action|resend)\b|\btemporar(?:y|ily)\b/i;

const mostRead = 20_000;

/** The addresses that a report names as unreachable for good; none where it says so of none, or only that it takes longer. */
export function failedInWords(text: string): string[] {
  const read = text.slice(0, mostRead);
  const told = read.slice(0, copies.exec(read)?.index ?? read.length);
  const isLasting = lastingCode.test(told) || lastingWords.some((form) => form.test(told));
  if (!isLasting || passing.test(told)) return [];
  const words = told.split(/[\s<>()[\]"',;:]+/).map((word) => word.replace(/\.$/, ""));
  return [...new Set(words.filter((word) => /^[^@]{1,64}@[^@]{3,200}$/.test(word)))];
}
