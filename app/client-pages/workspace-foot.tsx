import type { ReactNode } from "react";
import { phoneText } from "../../spelling/phone-text.ts";
import { type CallableFoot, isWebAddress } from "../session/foot.ts";
import { useTexts } from "./texts/texts.ts";

/**
 * The foot of every page for clients: brokerage, license number, phone, the Equal Housing mark, and the workspace's own pages.
 * @param foot null where no workspace is known, or where the service says nothing of it
 */
export function WorkspaceFoot({ foot, children }: { foot: CallableFoot | null; children?: ReactNode }) {
  const { foot: words } = useTexts().landing;
  const { brokerage = null, licenseNumber = null, phoneNumber = null, call = null } = foot ?? {};
  const { websiteUrl = null, privacyUrl = null, termsUrl = null } = foot ?? {};
  return (
    <footer className="legal">
      {brokerage === null ? null : <span>{brokerage}</span>}
      {licenseNumber === null ? null : <span>{words.license(licenseNumber)}</span>}
      {phoneNumber === null ? null : (
        <span>
          {words.phone} {call === null ? phoneText(phoneNumber) : <a href={call}>{phoneText(phoneNumber)}</a>}
        </span>
      )}
      <span className="flex items-center gap-2">
        <EqualHousingMark />
        {words.equalHousing}
      </span>
      <WebLink address={websiteUrl} label={words.website} />
      <WebLink address={privacyUrl} label={words.privacy} />
      <WebLink address={termsUrl} label={words.terms} />
      {children}
    </footer>
  );
}

/** A link to a page of the workspace's own site; nothing where there is none. */
export function WebLink({ address, label }: { address: string | null; label: string }) {
  return address === null || !isWebAddress(address) ? null : (
    <a href={address} rel="noreferrer">
      {label}
    </a>
  );
}

/** A house with an equals sign in it. The words beside it say the same. */
function EqualHousingMark() {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M12 2 1 9v3h2v10h18V12h2V9zm0 3 7 4.5V19H5V9.5zM8 10v2.5h8V10zm0 4.5V17h8v-2.5z"
      />
    </svg>
  );
}
