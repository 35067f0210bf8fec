/** What chat programs show of a link (Open Graph, ogp.me). */
export interface LinkPreview {
  readonly title: string;
  /** The agency. */
  readonly site: string;
  readonly description: string;
  readonly url: string;
  /** The whole address; null without a photo. */
  readonly image: string | null;
}

export function LinkPreviewTags({ title, site, description, url, image }: LinkPreview) {
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta name="twitter:card" content={image === null ? "summary" : "summary_large_image"} />
      {image === null ? null : (
        <>
          <meta property="og:image" content={image} />
          <meta property="og:image:alt" content={title} />
        </>
      )}
    </>
  );
}
