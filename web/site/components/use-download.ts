import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { toErrorMessage } from '../../shared/call-error.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { useToast } from './toast.tsx'

/** Returns a mutation that downloads a file, whose failure is shown. */
export function useDownload<Input = void>(downloadFile: (input: Input) => Promise<void>) {
  const showToast = useToast()
  return useMutation({
    mutationFn: downloadFile,
    onError: (error) => showToast(toErrorMessage(error, SITE_MESSAGES.downloadFailed), 'error'),
  })
}
