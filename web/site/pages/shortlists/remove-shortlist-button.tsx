import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PAGES } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useToast } from '../../components/toast.tsx'
import { useNavigate } from '../../router.tsx'
import { SHORTLISTS_KEY } from './shortlist-queries.ts'

type RemoveShortlistButtonProps = { id: string; title: string; onRemove: () => void }

/** Deletes a shortlist after a confirmation, and opens the list of the others. */
export function RemoveShortlistButton({ id, title, onRemove }: RemoveShortlistButtonProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const showToast = useToast()
  const removeShortlistMutation = useMutation({
    mutationFn: () => call(shortlistCalls.remove, { params: { id } }),
    async onSuccess({ message }) {
      showToast(message ?? '', 'success')
      onRemove()
      navigate(PAGES.myShortlists)
      await client.invalidateQueries({ queryKey: SHORTLISTS_KEY, refetchType: 'none' })
    },
    onError: (error) => showToast(toErrorMessage(error), 'error'),
  })
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
        删除清单
      </Button>
      <Dialog isOpen={isDialogOpen} onClose={() => setIsDialogOpen(false)} title="删除清单？" className="max-w-md">
        <p>“{title}”的链接将不再有效，有链接的人也无法再查看。</p>
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
