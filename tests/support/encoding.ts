/** Text in character sets of old emails. Node reads all of them and writes none. */

/** Writes a text in any set whose characters have one or two bytes. @throws Error for a character that it does not have */
export function encodeText(text: string, charset: string): Uint8Array {
  if (charset === "utf-8") return Buffer.from(text);
  if (charset === "utf-16le") return Buffer.from(text, "utf16le");
  if (charset === "utf-16be") return Buffer.from(text, "utf16le").swap16();
  if (charset === "iso-2022-jp") return encodeJis(text);
  const table = tableOf(charset);
  return Buffer.concat([...text].map((character) => bytesOf(character, table, charset)));
}

function bytesOf(character: string, table: ReadonlyMap<string, Uint8Array>, charset: string): Uint8Array {
  const bytes = table.get(character);
  if (bytes === undefined) throw new Error(`${charset} has no ${character}.`);
  return bytes;
}

function tableOf(charset: string): ReadonlyMap<string, Uint8Array> {
  const decoder = new TextDecoder(charset, { fatal: true });
  const table = new Map<string, Uint8Array>();
  const add = (bytes: Uint8Array) => {
    try {
      const character = decoder.decode(bytes);
      if ([...character].length === 1 && !table.has(character)) table.set(character, bytes);
    } catch {
      // These bytes are no character.
    }
  };
  for (let byte = 0; byte < 256; byte += 1) add(Uint8Array.of(byte));
  for (let first = 0x81; first < 0xff; first += 1)
    for (let second = 0x40; second < 0xff; second += 1) add(Uint8Array.of(first, second));
  return table;
}

/** ASCII, and between escapes the characters of EUC-JP without their high bits. */
function encodeJis(text: string): Uint8Array {
  const table = tableOf("euc-jp");
  const parts = text.split(/([\u3000-\uffff]+)/u).map((part) => {
    if (!/[\u3000-\uffff]/u.test(part)) return Buffer.from(part, "ascii");
    const bytes = Buffer.concat([...part].map((character) => bytesOf(character, table, "euc-jp")));
    return Buffer.concat([Buffer.from("\u001b$B"), bytes.map((byte) => byte & 0x7f), Buffer.from("\u001b(B")]);
  });
  return Buffer.concat(parts);
}
