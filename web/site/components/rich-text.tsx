/** Text from the rich-text editor, as HTML that the server has sanitized; styled by rich-text.css. */
export function RichText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes it on save and again on every read.
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />
}
