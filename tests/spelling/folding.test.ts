import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#server/database/database.ts";
import { fold } from "#spelling/folding.ts";
import { databaseKinds, openTestDatabase } from "#tests/support/databases.ts";

test.each([
  ["Élodie", "elodie"],
  ["ＡＢＣ ﬁne", "abc fine"],
  ["Nguyễn Thị Hường", "nguyen thi huong"],
  ["ΟΔΟΣ", "οδός"],
  ["Ёлка", "елка"],
  ["O’Rell", "o'rell"],
  ["O´Rell", "o'rell"],
  ["Hawaiʻi", "HAWAI'I"],
  ["バ", "バ"],
  [" Two\u00a0 words\n", "two words"],
])("%s and %s are the same name", (one, other) => {
  expect(fold(one)).toBe(fold(other));
});

test.each([
  ["バス", "パス"],
  ["दिन", "दान"],
  ["राम", "रामा"],
  ["กิน", "กัน"],
  ["й", "и"],
  ["ї", "і"],
  ["שׁ", "שׂ"],
  ["한", "하"],
  ["கா", "க"],
])("%s and %s are different names", (one, other) => {
  expect(fold(one)).not.toBe(fold(other));
});

describe.each(databaseKinds)("on $name", (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  }, 60_000);
  afterAll(() => database.close());

  /** Texts that the database folds otherwise than the service, of those whose letters and marks both of them know. */
  async function differencesIn(texts: readonly string[]): Promise<string[]> {
    const { rows } = await database.pool.query<{ text: string; line: string; apart: string; together: string }>(
      `SELECT text, upstream.folded_line(text) AS line, normalize(text, NFKD) AS apart,
        normalize(text, NFC) AS together FROM unnest($1::text[]) AS text`,
      [texts],
    );
    return rows
      .filter(({ text, apart, together }) => apart === text.normalize("NFKD") && together === text.normalize("NFC"))
      .filter(({ text, line }) => line !== fold(text))
      .map(({ text, line }) => `${text} ${[...text].map((letter) => letter.codePointAt(0)?.toString(16))}: ${line}`);
  }

  test("the database folds every character of Unicode as the service does", async () => {
    const all = Array.from({ length: 0x10ffff }, (_, place) => place + 1)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    const assigned = all.filter((letter) => /\P{C}|\p{Cf}|\p{Cc}/u.test(letter));
    expect(await differencesIn(assigned)).toEqual([]);
    const again = assigned.filter((letter) => fold(fold(letter)) !== fold(letter));
    expect(again).toEqual([]);
  });

  test("every mark is folded alike after letters of any alphabet, and every letter before an accent", async () => {
    const all = Array.from({ length: 0x10ffff }, (_, place) => place + 1).filter(
      (code) => code < 0xd800 || code > 0xdfff,
    );
    const letters = all.map((code) => String.fromCodePoint(code));
    const marks = letters.filter((letter) => /\p{M}/u.test(letter));
    const bases = ["e", "ω", "е", "и", "ハ", "द", "ก", "ש", "1", " "];
    const after = bases.flatMap((base) => marks.map((mark) => `${base}${mark}\u0301x`));
    const isSmall = /[\p{L}\p{N}]/u;
    const before = letters.filter((letter) => isSmall.test(letter) && !/\p{Lo}/u.test(letter));
    expect(await differencesIn([...after, ...before.map((letter) => `${letter}\u0308`)])).toEqual([]);
  });
});
