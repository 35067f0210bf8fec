import { expect, test } from "vitest";
import { linesOfHtml } from "#server/upstream/replies/html-text.ts";
import { replyOf } from "#server/upstream/replies/reply-text.ts";

/** Where our emails are answered, with the secret masked or not. */
const who = "Latchkey <reply-aaaabbbbccccddddeeeeffffgggghhhhiiiijjjjkkkkllllmm@r.example>";
const masked = "Latchkey <reply-…@r.example>";
const marked = "> Hello Nora,\n>\n> Shall we look on Friday?";
const bare = "Hello Nora,\n\nShall we look on Friday?";

/** Lines above a quote, as Gmail, Apple Mail, Yahoo and others write them. */
const attributions: readonly (readonly [string, string])[] = [
  ["Russian, Gmail", `сб, 28 нояб. 2026 г. в 03:20, ${who}:`],
  ["Russian, Apple", `28 нояб. 2026 г., в 03:20, ${who} написал(а):`],
  ["Russian, Mail.ru", `Суббота, 28 ноября 2026, 3:20 +03:00 от ${who}:`],
  ["Yandex", `28.11.2026, 03:20, ${who}:`],
  ["Ukrainian", `сб, 28 лист. 2026 р. о 03:20 ${who} пише:`],
  ["Bulgarian", `На сб, 28.11.2026 г. в 3:20 ${who} написа:`],
  ["Serbian", `суб, 28. нов 2026. у 03:20 ${who} је написао/ла:`],
  ["Turkish, Gmail", `${who}, 28 Kas 2026 Cmt, 03:20 tarihinde şunu yazdı:`],
  ["Turkish, Apple", `${who} şunları yazdı (28 Kas 2026 03:20):`],
  ["Arabic, Gmail", `في السبت، 28 نوفمبر 2026 في 3:20 ص تمت كتابة ما يلي بواسطة ‪${who}‬‏:‬`],
  ["Arabic, Apple", `في ٢٨‏/١١‏/٢٠٢٦، الساعة ٣:٢٠ ص، كتب/كتبت ${who}:`],
  ["Hebrew, Gmail", `‫בתאריך שבת, 28 בנוב׳ 2026 ב-3:20 מאת ‪Latchkey‬‏ <‪reply-…@r.example‬‏>:‬`],
  ["Hebrew, Apple", `ב-28 בנוב׳ 2026, בשעה 3:20, ‏${who} כתב/ה:`],
  ["Persian", `در تاریخ شنبه ۲۸ نوامبر ۲۰۲۶، ۳:۲۰ ${who} نوشت:`],
  ["Vietnamese, Gmail", `Vào Th 7, 28 thg 11, 2026 vào lúc 03:20 ${who} đã viết:`],
  ["Thai", `ในวันที่ ส. 28 พ.ย. 2569 เวลา 03:20 ${who} เขียนว่า:`],
  ["Korean", `2026년 11월 28일 (토) 오전 3:20, ${who}님이 작성:`],
  ["Hindi", `शनि, 28 नव॰ 2026 को 3:20 am बजे को ${who} ने लिखा:`],
  ["Bengali", `শনি, ২৮ নভে, ২০২৬ তারিখে ৩:২০ AM টায় তারিখে ${who} লিখেছেন:`],
  ["Indonesian", `Pada Sab, 28 Nov 2026 pukul 03.20 ${who} menulis:`],
  ["Filipino", `Noong Sab, Nob 28, 2026 nang 3:20 AM, isinulat ni ${who}:`],
  ["Czech", `so 28. 11. 2026 v 3:20 odesílatel ${who} napsal:`],
  ["Czech, Apple", `28. 11. 2026 v 3:20, ${who}:`],
  ["Slovak", `so 28. 11. 2026 o 3:20 ${who} napísal(a):`],
  ["Croatian", `sub, 28. stu 2026. u 03:20 ${who} napisao je:`],
  ["Slovenian", `V V sob., 28. nov. 2026 ob 03:20 je oseba ${who} napisala:`],
  ["Hungarian", `${who} ezt írta (időpont: 2026. nov. 28., Szo, 3:20):`],
  ["Romanian", `În sâm., 28 nov. 2026 la 03:20, ${who} a scris:`],
  ["Greek", `Στις Σάβ 28 Νοε 2026 στις 3:20 π.μ., ο/η ${who} έγραψε:`],
  ["Swedish", `Den lör 28 nov. 2026 kl 03:20 skrev ${who}:`],
  ["Danish", `Den lør. 28. nov. 2026 kl. 03.20 skrev ${who}:`],
  ["Finnish", `la 28. marrask. 2026 klo 3.20 ${who} kirjoitti:`],
  ["Icelandic", `Þann lau., 28. nóv. 2026 kl. 03:20 skrifaði ${who}:`],
  ["Estonian", `Kuupäev L, 28. november 2026 kell 03:20 kirjutas ${who}:`],
  ["Latvian", `sestd., 2026. g. 28. nov., plkst. 03:20 — lietotājs ${who} rakstīja:`],
  ["Lithuanian", `2026-11-28, št, 03:20 ${who} rašė:`],
  ["Catalan", `Missatge de ${who} del dia ds., 28 de nov. 2026 a les 3:20:`],
  ["a language that nobody listed", `Sabato 28 Novembro 2026 je 3:20 ${masked} skribis:`],
];

test.each(attributions)("the line above a quote is known where it stands under the answer: %s", (_program, line) => {
  for (const quote of [marked, bare]) {
    expect(replyOf(`Case yes.\nAt 3, 2026.\n\n${line}\n\n${quote}`).words).toBe("Case yes.\nAt 3, 2026.");
    expect(replyOf(`Case yes at 3:20.\n${line}\n${quote}`).words).toBe("Case yes at 3:20.");
    const half = line.lastIndexOf(" ", 50);
    const broken = `${line.slice(0, half)}\n${line.slice(half + 1)}`;
    expect(replyOf(`Case yes.\n\n${broken}\n\n${quote}`).words).toBe("Case yes.");
  }
});

test.each([
  ["Russian", `От: ${who}\nОтправлено: суббота, 28 ноября 2026 г. 3:20\nКому: Нора\nТема: Дом`],
  ["Ukrainian", `Від: ${who}\nНадіслано: субота, 28 листопада\nКому: Нора\nТема: Дім`],
  ["Turkish", `Kimden: ${who}\nGönderildi: 28 Kasım 2026 Cumartesi\nKime: Nora\nKonu: Ev`],
  ["Arabic", `‏‏من: ${who}\n‏‏تم الإرسال: السبت\n‏‏إلى: نورا\n‏‏الموضوع: البيت`],
  ["Hebrew", `‏‏מאת: ${who}\n‏‏נשלח: יום שבת\n‏‏אל: נורה\n‏‏נושא: הבית`],
  ["Vietnamese", `Từ: ${who}\nĐã gửi: Thứ Bảy\nTới: Nora\nChủ đề: Nhà`],
  ["Thai", `จาก: ${who}\nส่ง: วันเสาร์\nถึง: Nora\nเรื่อง: บ้าน`],
  ["Korean", `보낸 사람: ${who}\n보낸 날짜: 토요일\n받는 사람: Nora\n제목: 집`],
  ["Hindi", `प्रेषक: ${who}\nभेजा गया: शनिवार\nप्रति: Nora\nविषय: घर`],
  ["Indonesian", `Dari: ${who}\nDikirim: Sabtu\nKepada: Nora\nSubjek: Rumah`],
  ["Czech", `Od: ${who}\nOdesláno: sobota\nKomu: Nora\nPředmět: Dům`],
  ["Hungarian", `Feladó: ${who}\nElküldve: szombat\nCímzett: Nora\nTárgy: Ház`],
  ["Romanian", `De la: ${who}\nTrimis: sâmbătă\nCătre: Nora\nSubiect: Casă`],
  ["Greek", `Από: ${who}\nΣτάλθηκε: Σάββατο\nΠρος: Nora\nΘέμα: Σπίτι`],
  ["Swedish", `Från: ${who}\nSkickat: lördag\nTill: Nora\nÄmne: Hus`],
  ["Finnish", `Lähettäjä: ${who}\nLähetetty: lauantai\nVastaanottaja: Nora\nAihe: Talo`],
  ["Danish", `Fra: ${who}\nSendt: lørdag\nTil: Nora\nEmne: Hus`],
  ["Russian, a forwarded look", `-------- Исходное сообщение --------\nОт: ${who}\nДата: 28.11.26`],
])("headers of Outlook above a history are known: %s", (_language, headers) => {
  expect(replyOf(`Yes.\n${headers}\n\n${bare}`)).toEqual({ words: "Yes.", isCut: true });
});

test.each([
  `yes, Friday.    On Saturday, November 28, 2026 at 03:20:11 AM PST, ${who} wrote:`,
  `yes, Friday. On Saturday, November 28, 2026 at 03:20:11 AM PST, ${who} wrote:`,
  `yes, Friday.    El sábado, 28 de noviembre de 2026, 03:20:11 PST, ${who} escribió:`,
  `yes, Friday.\u00a0\u00a0 Am Samstag, 28. November 2026 um 03:20:11 MEZ hat ${who} Folgendes geschrieben:`,
  `yes, Friday.     On Saturday, November 28, 2026 at 03:20:11 AM PST,\n ${who} wrote:`,
])("the line of Yahoo is taken from behind an answer: %s", (line) => {
  expect(replyOf(` ${line}  \n \n${bare}`).words).toBe("yes, Friday.");
});

test.each([
  "On page 12 he wrote:\nThe roof is old.",
  "See on page 12.  On the next page he wrote:\nThe roof is old.",
  "On 11/28/2026 at 3:20 he wrote:\nThe roof is old.\n\nIs it?",
  "I called Ana <ana@agents.example> on Friday.\nShe wrote:\nall is well.",
  "من: الشارع\nلا نرى شيئا",
  "От: дома до школы далеко",
])("a person's own line that looks like one is kept: %s", (text) => {
  expect(replyOf(text)).toEqual({ words: text, isCut: false });
});

const said = "Shall we look on Friday at three, or is Saturday better for the both of you?";
const sent = [
  `Ana wrote to you\nHello Nora,\n\nAna of Elm Homes wrote to you:\n\n${said}\n\nAnd the garage?\n\nRead and reply:\nhttps://homes.example/client-portal/sign-in/x\n\nThe link signs you in. It is just for you and works once, within 7 days.\n\nElm Homes`,
];
const [, ours = ""] = sent[0]?.split("wrote to you\nHello") ?? [];
const mail = `Hello${ours}`.replace("/sign-in/x", "/sign-in/…");

test("an email of ours is known by its content: without a line above it, and after names changed", () => {
  for (const quote of [mail, mail.replace("Nora", "Ms. Lind").replace("Elm Homes wrote", "Oak Homes wrote")])
    expect(replyOf(`Yes.\n\n${quote}`, { sent })).toEqual({ words: "Yes.", isCut: true });
  expect(replyOf(`Yes.\n\nSkribis ${masked}:\n${mail}`, { sent }).words).toBe("Yes.");
  expect(replyOf(mail, { sent })).toEqual({ words: "", isCut: true });
  expect(replyOf(`You asked:\n${said}\n\nFriday.`, { sent }).isCut).toBe(false);
});

test("answers between the quoted lines of HTML are kept, and nothing of ours with them", () => {
  const paragraphs = mail.split("\n\n").map((text) => `<p>${text.replaceAll("\n", "<br>")}</p>`);
  const answered = paragraphs.map((html) =>
    html.includes("garage") ? `${html}<div>No need of it, thanks.</div>` : html,
  );
  const gmail = `<div dir="ltr">See below.</div><div class="gmail_quote"><div class="gmail_attr">On Sat, Nov 28, 2026 at 3:20 AM ${who.replace("<", "&lt;").replace(">", "&gt;")} wrote:<br></div><blockquote class="gmail_quote">${answered.join("")}</blockquote></div>`;
  expect(replyOf(linesOfHtml(gmail), { sent }).words.replaceAll(/\n(?=\n)/g, "")).toBe(
    "See below.\nNo need of it, thanks.",
  );
  const apple = `<div>${paragraphs.map((html) => `<blockquote type="cite">${html}</blockquote>${html.includes("Friday") ? "<div>Friday.</div>" : ""}`).join("")}</div>`;
  expect(replyOf(linesOfHtml(apple), { sent }).words).toBe("Friday.");
  const text = mail.replace("garage?", "garage?\nNo need of it, thanks.").replace(/^/gm, "> ");
  expect(replyOf(`See below.\n\n${text}`, { sent }).words.replaceAll(/\n(?=\n)/g, "")).toBe(
    "See below.\nNo need of it, thanks.",
  );
});
