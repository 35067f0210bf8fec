type InviteCheckboxProps = { isTicked: boolean };

/** Ticked on the form of a new client, who is then invited to the client portal. */
export function InviteCheckbox({ isTicked }: InviteCheckboxProps) {
  return (
    <div className="field">
      <label className="check">
        <input type="checkbox" name="invite" defaultChecked={isTicked} />
        Invite to the client portal by email
      </label>
    </div>
  );
}
