import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";
import type { Day } from "../../engine/days.ts";

export interface Digest {
  readonly to: string;
  readonly name: string;
  readonly workspaceName: string;
  readonly today: Day;
  readonly overdue: number;
  readonly dueToday: number;
  /** The first of them, those due first first. */
  readonly named: readonly { readonly title: string; readonly dueOn: Day }[];
  readonly url: string;
}

/** Lists a member's tasks that are due today or overdue. */
export function digestMail({ to, name, workspaceName, today, overdue, dueToday, named, url }: Digest): Mail {
  const total = overdue + dueToday;
  const more = total - named.length;
  const counts = [
    ...(dueToday > 0 ? [`${dueToday} due today`] : []),
    ...(overdue > 0 ? [`${overdue} overdue`] : []),
  ].join(", ");
  const letter = renderEmail({
    subject: `${total === 1 ? "1 task" : `${total} tasks`} in ${workspaceName}: ${counts}`,
    name,
    opening: [
      `Your tasks in ${workspaceName}: ${counts}.`,
      ...named.map(({ title, dueOn }) => (dueOn < today ? `• ${title} (due ${writeDay(dueOn, today)})` : `• ${title}`)),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    link: { label: "See your tasks", url },
    closing: ["You get this email on mornings when something is due."],
    choicesUrl: new URL("/settings/notifications", url).href,
  });
  return { ...letter, to };
}

const short = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const whole = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });

function writeDay(day: Day, today: Day): string {
  return (day.slice(0, 4) === today.slice(0, 4) ? short : whole).format(new Date(day));
}
