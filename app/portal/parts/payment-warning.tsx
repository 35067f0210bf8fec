import { useTexts } from "../../client-pages/texts/texts.ts";
import { useFrame } from "./portal-frame.tsx";

/** Stands above a message that looks like payment details, with the number that the workspace knows of the agent. */
export function PaymentWarning({ rules }: { rules: readonly string[] }) {
  const { payment } = useTexts().messages;
  const { agent } = useFrame();
  const { phoneNumber, call } = agent;
  return (
    <div className="note note-bad" role="note">
      <p>
        <b>{payment.title}</b>{" "}
        {call === null || phoneNumber === null ? (
          payment.callUnknown(agent.name)
        ) : (
          <>
            {payment.call(agent.name)} <a href={call}>{phoneNumber}</a>.
          </>
        )}{" "}
        {payment.why}
      </p>
      {rules.includes("changed") ? (
        <p>
          <b>{payment.changed}</b>
        </p>
      ) : null}
    </div>
  );
}
