type PhotoProps = { picture: string | null; className?: string };

/**
 * The photo beside a property's address, from our own server; the drawing of a house where there is none, or where it does
 * not come. Decorative, so the address must stand next to it. The box has its size before the photo comes.
 */
export function Photo({ picture, className = "photo" }: PhotoProps) {
  return (
    <span className={className} aria-hidden="true">
      <svg viewBox="0 0 24 18" aria-hidden="true">
        <path d="M4 10l8-6 8 6M6.5 9v6h11V9M10.5 15v-4h3v4" />
      </svg>
      {picture === null ? null : <img src={picture} alt="" loading="lazy" decoding="async" />}
    </span>
  );
}
