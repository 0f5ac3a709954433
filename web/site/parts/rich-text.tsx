/** A text from the rich-text editor. Takes HTML that the server has sanitised; its look is in rich-text.css. */
export function RichText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises it on save and again on every read.
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />
}
