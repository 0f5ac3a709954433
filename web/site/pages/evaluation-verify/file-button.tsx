import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../components/buttons.tsx'

type FileButtonProps = {
  id: string
  accept: string
  /** The button's text before a file is chosen. */
  label: string
  onChoose: (file: File) => void
}

/** A button to choose a file, with the name of the chosen one. */
export function FileButton({ id, accept, label, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Allows choosing the same file again after changing it.
          target.value = ''
          if (!file) return
          setName(file.name)
          onChoose(file)
        }}
      />
      <div className="mt-3 flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="outline" onClick={() => input.current?.click()}>
          <Upload className="size-4" aria-hidden />
          <span>{name === '' ? label : '另选文件'}</span>
        </Button>
        <span className="min-w-0 text-sm break-all text-muted">{name}</span>
      </div>
    </>
  )
}
