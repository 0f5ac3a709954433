import { Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'

const RichTextEditor = lazy(async () => ({
  default: (await import('../../rich-text/rich-text-editor.tsx')).RichTextEditor,
}))

type RichTextInputProps = {
  label: string
  isReadOnly: boolean
  /** Passed by the form item. */
  id?: string
  value?: string
  onChange?: (html: string) => void
}

/** The rich-text editor as an Ant Design form control. */
export function RichTextInput({ label, isReadOnly, id = '', value = '', onChange }: RichTextInputProps) {
  // The editor owns the typed text; an external value (another version, discarded edits) remounts it.
  const [edited, setEdited] = useState({ html: value, round: 0 })
  if (value !== edited.html) setEdited({ html: value, round: edited.round + 1 })

  function change(html: string) {
    setEdited({ html, round: edited.round })
    onChange?.(html)
  }

  return (
    <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
      <RichTextEditor
        key={edited.round}
        id={id}
        label={label}
        describedBy={undefined}
        isInvalid={false}
        isReadOnly={isReadOnly}
        html={value}
        onChange={change}
      />
    </Suspense>
  )
}
