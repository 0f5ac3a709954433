import { Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'

const RichTextEditor = lazy(async () => ({
  default: (await import('../../rich-text/rich-text-editor.tsx')).RichTextEditor,
}))

type RichTextInputProps = {
  label: string
  isReadOnly: boolean
  /** From the form's item. */
  id?: string
  value?: string
  onChange?: (html: string) => void
}

/** The rich-text editor as a control of Ant Design's form. */
export function RichTextInput({ label, isReadOnly, id = '', value = '', onChange }: RichTextInputProps) {
  // The editor owns what is typed; a value from elsewhere (another version, discarded edits) starts it anew.
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
