import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PAGES } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { SHORTLIST_MESSAGES } from '#contracts/shortlists/messages.ts'
import { call } from '../../../shared/call.ts'
import { isCallError, toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FormError } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { useNavigate } from '../../router.tsx'
import { SHORTLISTS_KEY } from './shortlist-queries.ts'

type RemoveShortlistButtonProps = { id: string; title: string; onRemove: () => void }

/** Deletes a shortlist. One that no longer exists is deleted: the reply of an earlier request may have been lost. */
async function removeShortlist(id: string): Promise<void> {
  try {
    await call(shortlistCalls.remove, { params: { id } })
  } catch (error) {
    if (!isCallError(error) || error.status !== 404) throw error
  }
}

/** Deletes a shortlist after a confirmation, and opens the list of the others. */
export function RemoveShortlistButton({ id, title, onRemove }: RemoveShortlistButtonProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const showToast = useToast()
  const removeShortlistMutation = useMutation({
    mutationFn: () => removeShortlist(id),
    async onSuccess() {
      showToast(SHORTLIST_MESSAGES.removed, 'success')
      onRemove()
      navigate(PAGES.myShortlists)
      await client.invalidateQueries({ queryKey: SHORTLISTS_KEY, refetchType: 'none' })
    },
  })
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
        删除清单
      </Button>
      <Dialog isOpen={isDialogOpen} onClose={() => setIsDialogOpen(false)} title="删除清单？" className="max-w-md">
        <p>“{title}”的链接将不再有效，有链接的人也无法再查看。</p>
        <FormError>{removeShortlistMutation.isError && toErrorMessage(removeShortlistMutation.error)}</FormError>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => setIsDialogOpen(false)}>
            保留
          </Button>
          <Button isBusy={removeShortlistMutation.isPending} onClick={() => removeShortlistMutation.mutate()}>
            {removeShortlistMutation.isPending ? '删除中……' : '删除'}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
