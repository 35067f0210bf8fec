type TrashLinksProps = {
  /** What is in the trash, for whoever hears the links one by one. */
  name: string;
  /** The page that asks before it is restored; null for whoever may not. */
  restore: string | null;
  /** The page that asks before it is deleted permanently; null for whoever may not. */
  purge: string | null;
};

/** The ways out of the trash. */
export function TrashLinks({ name, restore, purge }: TrashLinksProps) {
  return (
    <span className="actions">
      {restore === null ? null : (
        <a className="btn" href={restore} aria-label={`Restore ${name}`}>
          Restore
        </a>
      )}
      {purge === null ? null : (
        <a className="btn quiet" href={purge} aria-label={`Delete ${name} permanently`}>
          Delete permanently
        </a>
      )}
    </span>
  );
}
