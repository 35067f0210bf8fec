import type { ReactNode } from "react";
import { longDay, longTime } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import type { ShowingRequest } from "../../opportunities/showing-requests.ts";
import { dayIn } from "../../ui/date-format.ts";
import type { Answers } from "../answers.server.ts";

export type OwnShowing = ShowingRequest<Answers["showings"][number]>;

type ShowingLinesProps = {
  showings: readonly OwnShowing[];
  property: { readonly timeZone: string };
  /** What can be done about one. */
  verbsOf?: (showing: OwnShowing) => ReactNode;
};

/** Showings and requests, each with its times. */
export function ShowingLines({ showings: listed, property: { timeZone }, verbsOf }: ShowingLinesProps) {
  const { showings } = useTexts().answers;
  const language = useLanguage();
  return (
    <ul className="rows in">
      {listed.map((own) => {
        const { showing, otherTimes, notChosen } = own;
        const { id, state, askedBy } = showing;
        const isOpenRequest = state === "requested" && otherTimes.length > 0;
        return (
          <li key={id}>
            <div className="g">
              {[showing, ...otherTimes].map((time) => (
                <div key={time.id}>
                  <b className={state === "cancelled" ? "done" : undefined}>
                    {time.isTimeGuessed
                      ? longDay(language, dayIn(timeZone, new Date(time.startsAt)))
                      : longTime(language, time.startsAt, timeZone)}
                  </b>
                </div>
              ))}
              <div className="muted small">
                {isOpenRequest ? showings.oneOfThese(askedBy) : showings.states[state](askedBy)}
              </div>
              {notChosen.length === 0 ? null : (
                <div className="muted small">
                  {showings.notChosen(
                    notChosen.map(({ startsAt }) => longTime(language, startsAt, timeZone)).join("; "),
                  )}
                </div>
              )}
              {verbsOf?.(own)}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
