import type { ComponentProps } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import { TextDialog } from './text-dialog.tsx'

type ReasonDialogProps = Pick<
  ComponentProps<typeof TextDialog>,
  'title' | 'consequence' | 'okText' | 'onSubmit' | 'onSettled' | 'onClose'
> & { label?: string }

/** Asks for the reason to withdraw or reject something. */
export const ReasonDialog = ({ label = '原因', ...props }: ReasonDialogProps) => (
  <TextDialog
    name="reason"
    label={label}
    requiredMessage={MESSAGES.reason}
    maxLength={TEXT.paragraph}
    isDangerous
    {...props}
  />
)
