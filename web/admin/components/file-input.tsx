import type { Ref } from 'react'

type FileInputProps = {
  /** For the button that opens the file dialog: `ref.current?.click()`. */
  ref: Ref<HTMLInputElement>
  label: string
  accept: string
  isMultiple?: boolean
  onSelect: (files: readonly File[]) => void
}

/** A hidden file input. It is cleared after each selection, so that the same file can be selected again. */
export const FileInput = ({ ref, label, accept, isMultiple = false, onSelect }: FileInputProps) => (
  <input
    ref={ref}
    type="file"
    // Not the attribute `hidden`, since Ant Design's form items display file inputs even with it.
    className="hidden!"
    multiple={isMultiple}
    accept={accept}
    aria-label={label}
    onChange={(event) => {
      onSelect([...(event.target.files ?? [])])
      event.target.value = ''
    }}
  />
)
