import { Temporal } from "temporal-polyfill";

/**
 * The clock of a place as calendars need to have it explained (VTIMEZONE, RFC 5545 3.6.5): the offset that is in force when a
 * stretch of time begins, and every change until it ends. Computed from the zone's own rules, so that no table of them has to
 * be kept. Calendars that know the zone by its name use what they know.
 * @param timeZone an IANA name
 */
export function vtimezoneOf(timeZone: string, from: Temporal.Instant, to: Temporal.Instant): string {
  const observances = changesWithin(timeZone, from, to).map(observanceOf);
  const lines = observances.length > 0 ? observances.flat() : constant(from.toZonedDateTimeISO(timeZone).offset);
  return ["BEGIN:VTIMEZONE", `TZID:${timeZone}`, ...lines, "END:VTIMEZONE"].join("\r\n");
}

/**
 * The zone in which calendars are told of a stretch of time; null for UTC: where the clock is changed within the stretch, or
 * shows one of its ends twice, programs read other ends.
 * @param timeZone an IANA name
 */
export function toldZone(timeZone: string, from: Temporal.Instant, to: Temporal.Instant): string | null {
  const [start, end] = [from, to].map((moment) => moment.toZonedDateTimeISO(timeZone));
  const isPlain = [start, end].every((time) => time?.toPlainDateTime().toZonedDateTime(timeZone).equals(time));
  return isPlain && start?.offset === end?.offset ? timeZone : null;
}

/** The moments at which the clock is put forward or back: the last one until the stretch begins, and those within it. */
function changesWithin(timeZone: string, from: Temporal.Instant, to: Temporal.Instant): Temporal.ZonedDateTime[] {
  const changes: Temporal.ZonedDateTime[] = [];
  // Strictly before the nanosecond after: a change at the very beginning counts.
  const start = from.add({ nanoseconds: 1 }).toZonedDateTimeISO(timeZone);
  let change = start.getTimeZoneTransition("previous") ?? start.getTimeZoneTransition("next");
  while (change !== null && Temporal.Instant.compare(change.toInstant(), to) <= 0) {
    changes.push(change);
    change = change.getTimeZoneTransition("next");
  }
  return changes;
}

function observanceOf(change: Temporal.ZonedDateTime): string[] {
  const before = change.subtract({ nanoseconds: 1 });
  // The wall clock at which it happens is the one that still shows the offset of before.
  const onset = change.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime();
  const isForward = before.offsetNanoseconds < change.offsetNanoseconds;
  return observance(isForward ? "DAYLIGHT" : "STANDARD", onset, before.offset, change.offset);
}

/** A zone whose clock has never been changed. */
function constant(offset: string): string[] {
  return observance("STANDARD", Temporal.PlainDateTime.from("1970-01-01T00:00"), offset, offset);
}

function observance(kind: string, onset: Temporal.PlainDateTime, before: string, after: string): string[] {
  const start = onset.toString({ smallestUnit: "second" }).replaceAll(/[-:]/g, "");
  const offsets = [`TZOFFSETFROM:${before.replace(":", "")}`, `TZOFFSETTO:${after.replace(":", "")}`];
  return [`BEGIN:${kind}`, `DTSTART:${start}`, ...offsets, `END:${kind}`];
}

const controls = /[^\P{Cc}\n]/gu;

/** Text that calendars can read: of control characters it may hold line breaks alone (RFC 5545 3.1). */
export function calendarText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(controls, " ");
}
