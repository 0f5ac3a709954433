import { useEffect, useRef, useState } from 'react'
import { SUBMISSION_FILES } from '#contracts/limits.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { SUBMISSION_FILE_MESSAGES as TEXTS } from '#contracts/submissions/messages.ts'
import type { SubmissionFileRules } from '#contracts/submissions/submission.ts'
import { failureMessage } from '../../../shared/read-failure.ts'
import { upload } from '../../../shared/upload.ts'
import { loadUploads, saveUploads } from './draft.ts'
import type { FormFiles } from './files-slot.tsx'

/** A file of the form: under way as long as it has no key. */
export type FormFile = { id: number; name: string; size: number; share: number; key?: string }

const MB = 1024 * 1024
let lastId = 0
const nextId = () => {
  lastId += 1
  return lastId
}

const loadFiles = (): FormFile[] => loadUploads().map((evaluation) => ({ ...evaluation, id: nextId(), share: 1 }))

/** Returns the form's files. Notifies the form of each change, and stores the uploaded ones for a reload. */
export function useFiles(onChange: (files: FormFiles) => void, rules: SubmissionFileRules | undefined) {
  const [files, setFiles] = useState(loadFiles)
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const uploads = useRef(new Map<number, AbortController>())

  useEffect(() => {
    const uploaded = files.flatMap(({ key, name, size }) => (key === undefined ? [] : [{ key, name, size }]))
    saveUploads(uploaded)
    onChange({ keys: uploaded.map(({ key }) => key), isUploading: uploaded.length < files.length })
  }, [files, onChange])

  useEffect(() => {
    const { current } = uploads
    return () => {
      for (const upload of current.values()) upload.abort()
    }
  }, [])

  const change = (id: number, part: Partial<FormFile>) =>
    setFiles((all) => all.map((file) => (file.id === id ? { ...file, ...part } : file)))
  const removeFile = (id: number) => setFiles((all) => all.filter((file) => file.id !== id))

  async function send(id: number, file: File) {
    const sending = new AbortController()
    uploads.current.set(id, sending)
    try {
      const { data } = await upload(submissionCalls.uploadFile, {
        file,
        filename: file.name,
        onProgress: (share) => change(id, { share }),
        signal: sending.signal,
      })
      change(id, { key: data.key, size: data.size, share: 1 })
    } catch (error) {
      removeFile(id)
      if (sending.signal.aborted) return
      setRefusals((all) => [...all, `${file.name}：${failureMessage(error, TEXTS.failed)}`])
    } finally {
      uploads.current.delete(id)
    }
  }

  return {
    files,
    refusals,

    /** Uploads the allowed files, and reports why others are refused. */
    add(selectedFiles: readonly File[]) {
      const most = rules?.most ?? SUBMISSION_FILES.most
      const errors = selectedFiles.map((file) => findError(file, rules))
      const good = selectedFiles.filter((_, index) => !errors[index])
      const freeSlots = Math.max(0, most - files.length)
      setRefusals([
        ...selectedFiles.flatMap(({ name }, index) => (errors[index] ? [`${name}：${errors[index]}`] : [])),
        ...(good.length > freeSlots ? [TEXTS.tooMany(most)] : []),
      ])
      const started = good.slice(0, freeSlots).map((file) => ({ id: nextId(), file }))
      setFiles((all) => [
        ...all,
        ...started.map(({ id, file }) => ({ id, name: file.name, size: file.size, share: 0 })),
      ])
      for (const { id, file } of started) void send(id, file)
    },

    /** Removes a file, or aborts its upload. */
    remove(id: number) {
      uploads.current.get(id)?.abort()
      setRefusals([])
      removeFile(id)
    },
  }
}

/** Returns the error that the server would report, before the bytes are sent. */
function findError({ name, size }: File, rules: SubmissionFileRules | undefined): string | undefined {
  if (!rules) return undefined
  const ending = name.split('.').pop()?.toLowerCase().replace('jpeg', 'jpg') ?? ''
  if (!rules.types.includes(ending)) return TEXTS.type(rules.types)
  return size > rules.maxBytes ? TEXTS.tooLarge(Math.floor(rules.maxBytes / MB)) : undefined
}
