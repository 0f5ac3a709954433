/** The uploaded files of a form, and whether any is still uploading or lacks its caption. */
export type FormFiles = {
  keys: readonly string[]
  screenshots: readonly { key: string; caption: string }[]
  isUploading: boolean
  isCaptionMissing: boolean
}
export const NO_FILES: FormFiles = { keys: [], screenshots: [], isUploading: false, isCaptionMissing: false }

/** A file has no key until it is uploaded. */
type SelectedFile = { key?: string; caption?: string }

/** Combines the files of both fields. */
export function toFormFiles(files: readonly SelectedFile[], screenshots: readonly SelectedFile[]): FormFiles {
  return {
    keys: files.flatMap(({ key }) => (key === undefined ? [] : [key])),
    screenshots: screenshots.flatMap(({ key, caption = '' }) => (key === undefined ? [] : [{ key, caption }])),
    isUploading: [...files, ...screenshots].some(({ key }) => key === undefined),
    isCaptionMissing: screenshots.some(({ caption = '' }) => caption.trim() === ''),
  }
}

/** Returns whether anything was uploaded. */
export const hasFiles = ({ keys, screenshots }: FormFiles): boolean => keys.length + screenshots.length > 0
