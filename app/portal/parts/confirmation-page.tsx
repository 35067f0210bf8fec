import type { ComponentProps } from "react";
import { PortalConfirmation } from "./portal-confirmation.tsx";
import { PortalPage } from "./portal-frame.tsx";

type ConfirmationPageProps = ComponentProps<typeof PortalConfirmation> & { title: string; text: string };

/** A page with one such form: for whoever comes to its address, and where sending it from another page went wrong. */
export function ConfirmationPage({ title, text, ...confirmation }: ConfirmationPageProps) {
  return (
    <PortalPage title={title}>
      <section className="sec max-w-160">
        <p>{text}</p>
        <PortalConfirmation {...confirmation} />
      </section>
    </PortalPage>
  );
}
