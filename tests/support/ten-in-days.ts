/** Ten in the morning, so many days from now, as a form's field of a date and a time has it. */
export function tenInDays(days: number): string {
  return `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T10:00`;
}
