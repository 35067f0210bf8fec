/**
 * What mail programs write above a quote: a line with date and author, or headers, in the languages of Gmail, Outlook, Apple Mail,
 * Yahoo, Thunderbird, GMX, Samsung and Proton. Latin letters without accents, in lower case.
 */
import type { MailLine } from "./mail-lines.ts";

const mostBroken = 4;
const longestIntroduction = 400;

/** A line counts only with others, since people write "From:" as well. */
interface HeaderNames {
  readonly from: readonly string[];
  readonly date: readonly string[];
  readonly to: readonly string[];
  readonly subject: readonly string[];
}

const headerNames: HeaderNames = {
  from: [
    ...["from", "von", "van", "de", "da", "od", "fra", "fran", "mittente", "nadawca", "expediteur", "remitente"],
    ...["发件人", "寄件者", "寄件人", "差出人", "送信元", "送信者", "от", "보낸 사람"],
  ],
  date: [
    ...["sent", "date", "gesendet", "datum", "verzonden", "envoye", "envoye le", "enviado", "enviado el", "enviada em"],
    ...["enviado em", "fecha", "data", "inviato", "wyslano", "skickat", "sendt", "发送时间", "发送日期", "日期"],
    ...[
      "寄件日期",
      "傳送時間",
      "送信日時",
      "送信日",
      "送信時刻",
      "日付",
      "日時",
      "отправлено",
      "дата",
      "보낸 날짜",
      "odeslano",
    ],
  ],
  to: [
    ...["to", "an", "aan", "a", "para", "do", "till", "til", "komu", "pour", "cc", "kopie", "copie", "dw"],
    ...["收件人", "抄送", "收件者", "副本", "宛先", "送信先", "кому", "копия", "받는 사람", "destinatario"],
  ],
  subject: [
    ...["subject", "betreff", "onderwerp", "objet", "sujet", "asunto", "assunto", "oggetto", "temat", "amne", "emne"],
    ...["predmet", "主题", "主旨", "件名", "тема", "제목"],
  ],
};

type HeaderKind = keyof HeaderNames;

const kindOfName: ReadonlyMap<string, HeaderKind> = new Map(
  (["from", "date", "to", "subject"] as const).flatMap((kind) =>
    headerNames[kind].map((name): [string, HeaderKind] => [name, kind]),
  ),
);

const address = /[^\s<>@,;:"()[\]]@[^\s<>@,;:"()[\]]/;

export interface Introduction {
  /** The index of the line behind it. */
  readonly end: number;
  /** Whether all that follows is quoted, marked or not. */
  readonly isCertain: boolean;
  /** Whether the email is forwarded, so that the quote is its content. */
  readonly isForward: boolean;
}

/** The introduction of a quote at a line; null for none. */
export function introductionAt(lines: readonly MailLine[], index: number): Introduction | null {
  const line = plain(lines[index]);
  if (line === "") return null;
  if (forwards.test(plainLetters(line))) return { end: index + 1, isCertain: true, isForward: true };
  if (originals.test(plainLetters(line))) {
    let end = index + 1;
    while (headerOf(lines[end]) !== null) end += 1;
    return { end, isCertain: true, isForward: false };
  }
  const isRuled = /^[_-]{5,}$/.test(line);
  const start = isRuled ? firstWritten(lines, index + 1) : index;
  const end = headersEnd(lines, start, isRuled && line.length > 30);
  if (end !== null) return { end, isCertain: true, isForward: false };
  return start === index ? attributionAt(lines, index) : null;
}

const forwards =
  /^(?:-{2,}\s?)?(?:begin )?(?:forwarded message|forwarded by|weitergeleitete nachricht|anfang der weitergeleiteten (?:nachricht|e-mail)|doorgestuurd bericht|begin doorgestuurd bericht|message transfere|message transmis|debut du message (?:transfere|reexpedie)|mensaje reenviado|inicio del mensaje reenviado|mensagem (?:re)?encaminhada|inicio da mensagem (?:re)?encaminhada|messaggio inoltrato|inizio messaggio inoltrato|przekazana wiadomosc|poczatek przekazywanej wiadomosci|tresc przekazanej wiadomosci|wiadomosc przeslana dalej|转发的邮件|转发邮件|轉寄郵件|転送メッセージ|転送されたメッセージ|メッセージを転送)\s?:?(?:\s?-{2,})?$/;

const originals =
  /^-{2,}\s?(?:original message|original appointment|urspru?e?ngliche (?:nachricht|mitteilung)|originalnachricht|oorspronkelijk bericht|origineel bericht|message d[’']origine|message original|mensaje original|mensagem original|messaggio originale|wiadomosc oryginalna|oryginalna wiadomosc|原始邮件|原始郵件|原邮件|元のメッセージ|オリジナルメッセージ|original-nachricht)\s?-{2,}$/;

function plain(line: MailLine | undefined): string {
  return (line?.bare ?? "").replaceAll("*", "").trim();
}

function firstWritten(lines: readonly MailLine[], from: number): number {
  for (let index = from; index < from + 3; index += 1) if (plain(lines[index]) !== "") return index;
  return from;
}

function headerOf(line: MailLine | undefined): HeaderKind | null {
  const text = plain(line);
  const colon = text.search(/[:：]/);
  return colon < 1 || colon > 30 ? null : (kindOfName.get(plainLetters(text.slice(0, colon).trim())) ?? null);
}

/** The index behind a block of headers; null where there is none. A person's own list has no author with an address. */
function headersEnd(lines: readonly MailLine[], index: number, isRuled = false): number | null {
  const first = headerOf(lines[index]);
  if (first !== "from" && first !== "date" && first !== "subject") return null;
  const kinds = new Set<HeaderKind>();
  let end = index;
  let words = "";
  // Addresses of many recipients go over several lines.
  for (let gap = 0; end < index + 12 && gap < 3; end += 1) {
    const kind = headerOf(lines[end]);
    if (plain(lines[end]) === "") break;
    gap = kind === null ? gap + 1 : 0;
    if (kind !== null) kinds.add(kind);
    words += ` ${plain(lines[end])}`;
  }
  while (end > index && headerOf(lines[end - 1]) === null) end -= 1;
  const isComplete = kinds.has("from") && kinds.size >= 3 && (isRuled || kinds.size === 4 || address.test(words));
  return isComplete ? end : null;
}

const verbs = [
  ...[
    "wrote",
    "writes",
    "schrieb",
    "schreef",
    "geschreven",
    "a ecrit",
    "escribio",
    "ha escrito",
    "escreveu",
    "scritto",
  ],
  ...[
    "scrive",
    "napisal",
    "napisala",
    "napisal(a)",
    "pisze",
    "skrev",
    "kirjoitti",
    "写道",
    "寫道",
    "写信",
    "のメッセージ",
    "のメール",
  ],
  ...[
    "さんは書きました",
    "さんが書きました",
    "написал",
    "написала",
    "пишет",
    "작성",
    "schreef het volgende",
    "said",
    "hat geschrieben",
  ],
];

/** "On Mon, Nov 2, 2026 at 9:15 AM, Ana Ruiz <ana@example.com> wrote:", on one line or several. */
function attributionAt(lines: readonly MailLine[], index: number): Introduction | null {
  let whole = "";
  for (let end = index; end < Math.min(lines.length, index + mostBroken); end += 1) {
    const next = plain(lines[end]);
    if (next === "" || whole.length + next.length > longestIntroduction) return null;
    whole = `${whole} ${next}`.trim();
    const judged = /[:：]$/.test(whole) ? judge(whole) : null;
    if (judged !== null) return { end: end + 1, isForward: false, isCertain: judged };
  }
  return null;
}

/** Whether a line that ends in a colon surely introduces a quote; null where it has no date. */
function judge(line: string): boolean | null {
  const folded = plainLetters(line);
  const isNamed = address.test(line);
  const hasDate = /\b(?:19|20)\d\d\b|\d[:.h]\d\d|\d\d?[./-]\d\d?[./-]\d\d|(?:19|20)\d\d ?[年/.-]|\d ?[日号號]/.test(
    folded,
  );
  const hasVerb = verbs.some((verb) => folded.includes(verb));
  if (hasVerb && hasDate) return isNamed;
  // Gmail in Japanese and computers write no verb.
  return !hasVerb && isNamed && hasDate && /^\W*(?:19|20)\d\d/.test(folded) && /[>)][:：]$/.test(line) ? true : null;
}

const subjectsOfForwards = /^(?:fwd?|wg|tr|rv|doorst|i|pd|enc|res?env|转发|轉寄|転送|vl|vb|vs|fs|inoltra)\s?[:：]/i;

/** Whether the subject says that an email is passed on. */
export function isForward(subject: string): boolean {
  return subjectsOfForwards.test(subject.trim());
}

const sendingWords = wordSet(
  "sent gesendet envoye enviado inviato verzonden verstuurd wyslane wyslano skickat get holen obtener obten telecharger scarica download 发自我的 iphoneから送信 ipadから送信 androidから送信",
);
const deviceWords = wordSet(
  "iphone ipad ipod galaxy samsung android blackberry huawei pixel xiaomi outlook yahoo gmail proton protonmail gmx mail aol ios iphoneから送信 ipadから送信 androidから送信",
);
const otherWords = wordSet(
  "sie sich orange from my the a an via with for app mobile email secure smartphone phone device tablet t at von meinem mit der fur gerat handy telefon diese nachricht wurde mein web de mon ma depuis l application pour sur mobile mi mis desde el la movil dispositivo para do da meu minha aplicativo dal mio il per vanaf mijn voor met z telefonu mojego mojej dla pro max plus mini ultra note on and secured",
);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** Whether a line is only what a phone adds. */
export function isDeviceLine(line: MailLine | undefined): boolean {
  const shown = plain(line).replace(/[<(]https?:[^\s<>()]*[>)]/g, " ");
  if (shown.length > 100) return false;
  const words = plainLetters(shown).match(/[\p{L}\p{N}]+/gu) ?? [];
  const isKnown = (word: string) =>
    sendingWords.has(word) || deviceWords.has(word) || otherWords.has(word) || /^[a-z]?\d{1,4}[a-z]?$/.test(word);
  return (
    words.some((word) => sendingWords.has(word)) && words.some((word) => deviceWords.has(word)) && words.every(isKnown)
  );
}

function plainLetters(text: string): string {
  const letters = text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase();
  return letters.replaceAll("ł", "l").replaceAll("ø", "o");
}
