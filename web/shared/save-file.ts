/** Some browsers read the URL only after the click has been handled. */
const URL_LIFETIME_MS = 60_000

/** Saves a file in the browser under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS)
}
