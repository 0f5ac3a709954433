import { FileText, Paperclip, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { MEMBER_REVIEWS } from '#contracts/limits.ts'
import { ownReviewCalls } from '#contracts/member-reviews/calls.ts'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { OwnReview, UploadedProof } from '#contracts/member-reviews/review.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatSize } from '../../../shared/formats.ts'
import { upload } from '../../../shared/upload.ts'
import { FileButton } from '../../components/file-button.tsx'
import { FieldError } from '../../components/form-field.tsx'

type ProofFieldProps = {
  value: UploadedProof | null | undefined
  /** The proof of the submitted review. */
  stored: OwnReview['proof']
  error: string | undefined
  onChange: (proof: UploadedProof | null | undefined) => void
}

/** A private file that proves the use of the product, uploaded as soon as it is selected. */
export function ProofField({ value, stored, error, onChange }: ProofFieldProps) {
  const id = useId()
  const selectButton = useRef<HTMLButtonElement>(null)
  const { progress, failure, uploadProof } = useProofUpload(onChange)
  const file = value === undefined ? stored : value

  function removeProof() {
    onChange(stored ? null : undefined)
    // The pressed button is removed with its file.
    selectButton.current?.focus()
  }

  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 text-sm font-medium">
        使用证明<span className="font-normal text-muted">（选填）</span>
      </p>
      <FileButton
        ref={selectButton}
        variant="outline"
        inputLabel="选择使用证明"
        accept={MEMBER_REVIEWS.proofTypes.map((type) => `.${type}`).join()}
        isBusy={progress !== null}
        aria-describedby={`${id}-label ${id}-hint`}
        onSelect={([selectedFile]) => selectedFile && void uploadProof(selectedFile)}
      >
        <Paperclip className="size-4" aria-hidden />
        <span>{file ? '换一份' : '选择文件'}</span>
      </FileButton>
      <p id={`${id}-hint`} className="mt-1.5 max-w-prose text-sm text-muted">
        使用界面的截图，或遮住其他内容的合同页。只有审核人员能看到，核实后评价标为“已验证”，计分权重加倍。
        {MESSAGES.proofType(MEMBER_REVIEWS.proofTypes)}。
      </p>
      {progress !== null && (
        <progress className="mt-3 block h-1.5 w-full max-w-md" value={progress} max={1} aria-label="上传进度" />
      )}
      {file && progress === null && <ProofFile file={file} onRemove={removeProof} />}
      <FieldError>{failure || error}</FieldError>
    </div>
  )
}

/** Uploads a proof. Returns the progress from 0 to 1, `null` if no upload is running, and the error of the last one. */
function useProofUpload(onUploaded: (proof: UploadedProof) => void) {
  const [progress, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState('')
  const abortController = useRef<AbortController>(null)
  useEffect(() => () => abortController.current?.abort(), [])

  async function uploadProof(file: File): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    abortController.current = controller
    setFailure('')
    setProgress(0)
    const options = { file, filename: file.name, onProgress: setProgress, signal }
    const reply = await upload(ownReviewCalls.uploadProof, options).catch((error: unknown) => {
      if (!signal.aborted) setFailure(toErrorMessage(error, MESSAGES.proofFailed))
    })
    setProgress(null)
    if (reply) onUploaded(reply.data)
  }

  return { progress, failure, uploadProof }
}

type ProofFileProps = { file: NonNullable<OwnReview['proof']>; onRemove: () => void }

const ProofFile = ({ file, onRemove }: ProofFileProps) => (
  <p className="mt-3 flex max-w-md items-center gap-3 rounded-lg border border-line py-1 pr-1 pl-3">
    <FileText className="size-5 shrink-0 text-muted" aria-hidden />
    <span className="min-w-0 flex-1 wrap-anywhere">
      {file.name}
      <span className="ml-2 text-sm text-muted">{formatSize(file.size)}</span>
    </span>
    <button
      type="button"
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-muted hover:text-danger"
      aria-label={`移除${file.name}`}
      onClick={onRemove}
    >
      <X className="size-5" aria-hidden />
    </button>
  </p>
)
