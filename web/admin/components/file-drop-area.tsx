import { type ClipboardEvent, type ComponentProps, type DragEvent, useRef } from 'react'

type FileDropAreaProps = ComponentProps<'div'> & {
  /** Absent if files can't be added. */
  onFiles: ((files: readonly File[]) => void) | undefined
}

/** An area that accepts files by drop and paste, before the fields in it handle these events. */
export function FileDropArea({ onFiles, ...props }: FileDropAreaProps) {
  // Browsers offer an image that is dragged within a text as a file, too.
  const isDragFromInside = useRef(false)

  /** Reports the files, if any, in place of the browser's default action. */
  function handleTransfer(event: DragEvent | ClipboardEvent, transfer: DataTransfer) {
    const files = [...transfer.files]
    if (files.length === 0 || !onFiles) return
    event.preventDefault()
    event.stopPropagation()
    onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are shortcuts for a button.
    <div
      {...props}
      onDragStartCapture={() => {
        isDragFromInside.current = true
      }}
      onDragEndCapture={() => {
        isDragFromInside.current = false
      }}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDropCapture={(event) => !isDragFromInside.current && handleTransfer(event, event.dataTransfer)}
      onPasteCapture={(event) => {
        // Office programs add a picture of the text that was copied.
        if (event.clipboardData.getData('text/plain') === '') handleTransfer(event, event.clipboardData)
      }}
    />
  )
}
