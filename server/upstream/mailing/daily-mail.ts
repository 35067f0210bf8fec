import { type EmailSection, renderEmail } from "../../mail/email-template.ts";
import type { Mail } from "../../mail/mail.ts";
import type { Day } from "../engine/days.ts";
import { countNews, linesOfNews, linkToNews, type ToldNews } from "./mailing.ts";

export interface DueTasks {
  readonly overdue: number;
  readonly dueToday: number;
  readonly named: readonly { readonly title: string; readonly dueOn: Day; readonly clientId: string | null }[];
}

interface DailyMail {
  readonly to: string;
  readonly name: string;
  readonly workspaceName: string;
  readonly today: Day;
  /** Null: none are due, or no emails about tasks are wanted. */
  readonly due: DueTasks | null;
  /** Null: nothing is unread. `news` has the newest of `total`. */
  readonly told: { readonly total: number; readonly news: readonly ToldNews[] } | null;
  readonly publicOrigin: string;
  readonly unsubscribeUrl: string;
}

/** A member's daily email: due tasks, then news. */
export function dailyMail(mail: DailyMail): Mail {
  const { to, name, workspaceName, due, told, publicOrigin, unsubscribeUrl } = mail;
  const isBoth = due !== null && told !== null;
  const tasks = due === null ? null : totalOf(due);
  const letter = renderEmail({
    subject: isBoth
      ? `${tasks} and ${countNews(told.total)} in ${workspaceName}`
      : due !== null
        ? `${tasks} in ${workspaceName}: ${countsOf(due)}`
        : `${countNews(told?.total ?? 0)} in ${workspaceName}`,
    name,
    opening: [],
    sections: [
      ...(due === null ? [] : [sectionOfTasks(mail, due)]),
      ...(told === null
        ? []
        : [
            {
              heading: `What happened in ${workspaceName} since yesterday:`,
              lines: linesOfNews(told.news, told.total),
              link: linkToNews(publicOrigin),
            },
          ]),
    ],
    closing: ["You get this email once a day, on mornings when there is something to tell."],
    choicesUrl: `${publicOrigin}/settings/notifications`,
  });
  return { ...letter, to, unsubscribeUrl };
}

const totalOf = ({ overdue, dueToday }: DueTasks) =>
  overdue + dueToday === 1 ? "1 task" : `${overdue + dueToday} tasks`;

function countsOf({ overdue, dueToday }: DueTasks): string {
  return [...(dueToday > 0 ? [`${dueToday} due today`] : []), ...(overdue > 0 ? [`${overdue} overdue`] : [])].join(
    ", ",
  );
}

function sectionOfTasks({ workspaceName, today, publicOrigin }: DailyMail, due: DueTasks): EmailSection {
  const more = due.overdue + due.dueToday - due.named.length;
  return {
    heading: `Your tasks in ${workspaceName}: ${countsOf(due)}.`,
    lines: [
      ...due.named.map(({ title, dueOn }) =>
        dueOn < today ? `• ${title} (due ${writeDay(dueOn, today)})` : `• ${title}`,
      ),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    link: { label: "See your tasks", url: `${publicOrigin}/tasks/` },
  };
}

const short = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const whole = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });

function writeDay(day: Day, today: Day): string {
  return (day.slice(0, 4) === today.slice(0, 4) ? short : whole).format(new Date(day));
}
