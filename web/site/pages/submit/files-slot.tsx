import { type ComponentType, useEffect, useState } from 'react'

/** What the form has to know of its files: the keys of those that are there, and whether others are under way. */
export type FormFiles = { keys: readonly string[]; isUploading: boolean }
export const NO_FILES: FormFiles = { keys: [], isUploading: false }

export type FilesProps = { onChange: (files: FormFiles) => void }

/** The field of the files, which comes after the page can be used: few need it, and the form works without it. */
export function FilesSlot(props: FilesProps) {
  const [Field, setField] = useState<ComponentType<FilesProps>>()
  useEffect(() => {
    import('./files-field.tsx').then(
      ({ FilesField }) => setField(() => FilesField),
      () => {},
    )
  }, [])
  return <div className="min-h-30 md:col-span-2">{Field && <Field {...props} />}</div>
}
