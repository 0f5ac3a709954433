import { Upload } from 'lucide-react'
import { useState } from 'react'
import { FileButton } from '../../components/file-button.tsx'

type NamedFileButtonProps = {
  /** The accessible name of the file input. */
  inputLabel: string
  accept: string
  /** The button's text before a file is chosen. */
  label: string
  onChoose: (file: File) => void
}

/** A button to choose a file, with the name of the chosen one. */
export function NamedFileButton({ inputLabel, accept, label, onChoose }: NamedFileButtonProps) {
  const [name, setName] = useState('')
  function choose([file]: readonly File[]) {
    if (!file) return
    setName(file.name)
    onChoose(file)
  }
  return (
    <div className="mt-3 flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
      <FileButton variant="outline" inputLabel={inputLabel} accept={accept} onSelect={choose}>
        <Upload className="size-4" aria-hidden />
        <span>{name === '' ? label : '另选文件'}</span>
      </FileButton>
      <span className="min-w-0 text-sm break-all text-muted">{name}</span>
    </div>
  )
}
