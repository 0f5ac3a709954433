import { type ComponentProps, useRef } from 'react'
import { Button } from './buttons.tsx'

type FileButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'onSelect'> & {
  /** The accessible name of the file input. */
  inputLabel: string
  accept?: string | undefined
  isMultiple?: boolean
  onSelect: (files: readonly File[]) => void
}

/** A button that opens the browser's file dialog, as a file input can't be styled and is too small for touch. */
export function FileButton({ inputLabel, accept, isMultiple = false, onSelect, ...buttonProps }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={isMultiple}
        hidden
        aria-label={inputLabel}
        accept={accept}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Allows selecting the same file again, such as after correcting it.
          target.value = ''
          if (files.length > 0) onSelect(files)
        }}
      />
      <Button {...buttonProps} onClick={() => input.current?.click()} />
    </>
  )
}
