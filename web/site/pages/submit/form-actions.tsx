import { useId } from 'react'
import { Button } from '../../components/buttons.tsx'
import { useIsHydrated } from '../../components/use-is-hydrated.ts'
import type { FormFiles } from './form-files.ts'
import { MissingFields } from './missing-fields.tsx'

type FormActionsProps = {
  submitLabel: string
  files: FormFiles
  isValid: boolean
  isSubmitting: boolean
  onReset: () => void
}

/** The fields that are still missing, and the buttons to submit and to reset the form. */
export function FormActions({ submitLabel, files, isValid, isSubmitting, onReset }: FormActionsProps) {
  const isHydrated = useIsHydrated()
  const missingFieldsId = useId()
  const idleLabel = files.isUploading ? '文件上传中……' : submitLabel
  return (
    <div className="space-y-3 border-t border-line pt-6">
      <div className="noscript:hidden">
        <MissingFields id={missingFieldsId} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          isBusy={isSubmitting}
          isUnavailable={(isHydrated && !isValid) || files.isUploading || files.isCaptionMissing}
          aria-describedby={isValid ? undefined : missingFieldsId}
        >
          {isSubmitting ? '提交中……' : idleLabel}
        </Button>
        <Button variant="outline" className="noscript:hidden" isBusy={isSubmitting} onClick={onReset}>
          重置表单
        </Button>
      </div>
    </div>
  )
}
