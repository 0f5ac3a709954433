import { useState } from 'react'
import { useTrackOpenChoice } from '../../components/use-leave-guard.ts'
import type { RunningUpload } from './upload-list.tsx'

type UploadFile<Result> = (file: File, onProgress: (progress: number) => void) => Promise<Result>

/** Uploads files in parallel. Returns the running uploads, and a function that starts them and returns all results. */
export function useUploads() {
  const [uploads, setUploads] = useState<readonly RunningUpload[]>([])
  useTrackOpenChoice(uploads.length > 0)

  async function uploadFiles<Result>(files: readonly File[], uploadFile: UploadFile<Result>): Promise<Result[]> {
    const setProgress = (key: number, progress: number) =>
      setUploads((all) => all.map((item) => (item.key === key ? { ...item, progress } : item)))
    setUploads(files.map(({ name }, key) => ({ key, name, progress: 0 })))
    const results = await Promise.all(
      files.map((file, key) => uploadFile(file, (progress) => setProgress(key, progress))),
    )
    setUploads([])
    return results
  }

  return { uploads, uploadFiles }
}
