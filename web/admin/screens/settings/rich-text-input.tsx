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
  // The editor has its own state, so it is remounted if the value is replaced, for example by a newer version.
  const [edited, setEdited] = useState({ html: value, generation: 0 })
  if (value !== edited.html) setEdited({ html: value, generation: edited.generation + 1 })

  function handleChange(html: string) {
    setEdited({ html, generation: edited.generation })
    onChange?.(html)
  }

  return (
    <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
      <RichTextEditor
        key={edited.generation}
        id={id}
        label={label}
        describedBy={undefined}
        isInvalid={false}
        isReadOnly={isReadOnly}
        html={value}
        onChange={handleChange}
      />
    </Suspense>
  )
}
