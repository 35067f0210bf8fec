import { expect, test } from "vitest";
import { longDay, longTime } from "#app/client-pages/texts/format.ts";
import { dayIn } from "#app/ui/date-format.ts";

const [seattle, kiritimati] = ["America/Los_Angeles", "Pacific/Kiritimati"];
const thisYear = dayIn(seattle).slice(0, 4);

test("a date of another year says its year, in both languages, by the clock of its place", () => {
  expect(longDay("en", "2031-05-01")).toBe("Thursday, May 1, 2031");
  expect(longDay("es", "2031-05-01")).toBe("jueves, 1 de mayo de 2031");
  expect(longDay("en", "2019-12-31")).toBe("Tuesday, December 31, 2019");
  expect(longTime("en", "2032-01-01T05:00:00Z", seattle)).toMatch(/^Wednesday, December 31, 2031 at 9:00.PM PST$/);
  expect(longTime("es", "2031-12-31T12:00:00Z", kiritimati)).toMatch(/^jueves, 1 de enero de 2032/);
});

test("a date of this year says none", () => {
  expect(longDay("en", `${thisYear}-05-01`)).toMatch(/^[A-Z][a-z]+day, May 1$/);
  expect(longTime("en", `${thisYear}-05-01T17:00:00Z`, seattle)).toMatch(/^[A-Z][a-z]+day, May 1 at 10:00.AM PDT$/);
  expect(longTime("es", `${thisYear}-05-01T17:00:00Z`, seattle)).not.toContain(thisYear);
});
