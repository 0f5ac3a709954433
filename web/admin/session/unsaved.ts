/** Which parts of the page hold something unsaved: an ended session must not take it away. */
const holders = new Set<string>()

export function setUnsaved(holder: string, isUnsaved: boolean): void {
  if (isUnsaved) holders.add(holder)
  else holders.delete(holder)
}

export const hasUnsaved = (): boolean => holders.size > 0
