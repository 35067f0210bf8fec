const latin = new Map([
  ["ł", "l"],
  ["ø", "o"],
  ["đ", "d"],
  ["ı", "i"],
]);

/** A text in lower case, without accents and vowel marks, and with the digits 0 to 9. */
export function plainLetters(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f\u05b0-\u05c7\u064b-\u065f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[łøđı]/g, (letter) => latin.get(letter) ?? letter)
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g, plainDigit);
}

/** Of Arabic, Persian, Hindi, Bengali and Thai. */
function plainDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50].findLast((start) => start <= code) ?? code;
  return String(code - zero);
}
