/** Some browsers read the address only after the click has been handled. */
const ADDRESS_KEPT_MS = 60_000

/** Saves a file in the browser, under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_KEPT_MS)
}
