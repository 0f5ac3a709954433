import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'

const RichTextEditor = lazy(async () => ({
  default: (await import('../../rich-text/rich-text-editor.tsx')).RichTextEditor,
}))

type RichTextInputProps = {
  label: string
  isReadOnly: boolean
  /** The saved version that is being edited. */
  version: number
  /** Passed by the form item. */
  id?: string
  value?: string
  onChange?: (html: string) => void
}

/** The rich-text editor as an Ant Design form control. */
export function RichTextInput(props: RichTextInputProps) {
  const { label, isReadOnly, version, id = '', value = '', onChange = () => undefined } = props
  return (
    <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
      <RichTextEditor
        id={id}
        label={label}
        describedBy={undefined}
        isInvalid={false}
        isReadOnly={isReadOnly}
        html={value}
        version={version}
        onChange={onChange}
      />
    </Suspense>
  )
}
