/** Text from the rich-text editor, as HTML that the server has sanitised; styled by rich-text.css. */
export function RichText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises it on save and again on every read.
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />
}
