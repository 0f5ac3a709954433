import { type ReactNode, useState } from 'react'
import { useMutation } from '../../shared/use-mutation.ts'
import { Button } from '../components/buttons.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'

type Person = { name: string; email: string; isMe: boolean }

/** Returns what a person is called: their address until they have an account. */
export const getShownName = ({ name, email }: Person): string => (name === '' ? email : name)

/** Ends what a person takes part in, by themselves or by others. */
export type Removal = {
  /** The question after `退出`, such as `这个组织`. */
  what: string
  /** What follows for oneself, and for another person. */
  consequences: { own: string; others: string }
  remove: () => Promise<unknown>
  onRemoved: () => void
}

type PersonRowProps = {
  person: Person
  role: string
  /** Since when, and what is pending. */
  details: ReactNode
  /** Absent if the reader may not remove the person. */
  removal: Removal | undefined
  /** Buttons before the one that removes the person. */
  children?: ReactNode
}

/** One of several people who share something, with what the reader may do about them. */
export function PersonRow({ person, role, details, removal, children }: PersonRowProps) {
  const [isRemoving, setIsRemoving] = useState(false)
  const { name, email, isMe } = person
  const shown = getShownName(person)
  const verb = isMe ? '退出' : '移除'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <bdi>{shown}</bdi>
          <span className="ml-2 text-sm font-normal text-muted">{role}</span>
          {isMe && <span className="ml-2 text-sm font-normal text-muted">（您）</span>}
        </p>
        <p className="text-sm wrap-anywhere text-muted tabular-nums">
          {name !== '' && <span className="mr-2">{email}</span>}
          <span>{details}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {children}
        {removal && (
          <Button
            variant="outline"
            className="px-3 text-sm"
            aria-label={`${verb}：${shown}`}
            onClick={() => setIsRemoving(true)}
          >
            {verb}
          </Button>
        )}
      </div>
      {removal && (
        <RemoveDialog isOpen={isRemoving} person={person} removal={removal} onClose={() => setIsRemoving(false)} />
      )}
    </li>
  )
}

type RemoveDialogProps = { isOpen: boolean; person: Person; removal: Removal; onClose: () => void }

function RemoveDialog({ isOpen, person, removal, onClose }: RemoveDialogProps) {
  const { what, consequences, remove, onRemoved } = removal
  const { isMe } = person
  const removeMutation = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      onClose()
      onRemoved()
    },
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={isMe ? `退出${what}？` : `移除${getShownName(person)}？`}
      confirmLabel={isMe ? '退出' : '移除'}
      mutation={removeMutation}
      onClose={onClose}
    >
      {isMe ? consequences.own : consequences.others}
    </ConfirmDialog>
  )
}
