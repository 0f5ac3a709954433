import { useState } from 'react'
import { TextAreaField } from '../controlled-fields.tsx'

type LinksFieldProps = { links: readonly string[]; onChange: (links: string[]) => void }

/** Edits a list of links as a text with one per line. The typed text is shown until the list changes otherwise. */
export function LinksField({ links, onChange }: LinksFieldProps) {
  const [typedText, setTypedText] = useState('')
  const linksText = links.join('\n')
  return (
    <TextAreaField
      label="链接"
      hint="每行一个，最多10个。"
      rows={2}
      maxLength={null}
      value={parseLinks(typedText).join('\n') === linksText ? typedText : linksText}
      onChange={(text) => {
        setTypedText(text)
        onChange(parseLinks(text))
      }}
    />
  )
}

/** Returns the links of a text, one per line. */
const parseLinks = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
