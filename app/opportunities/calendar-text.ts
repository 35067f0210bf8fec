const controls = /[^\P{Cc}\n]/gu;

/** Text that calendars can read: of control characters it may hold line breaks alone (RFC 5545 3.1). */
export function calendarText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(controls, " ");
}
