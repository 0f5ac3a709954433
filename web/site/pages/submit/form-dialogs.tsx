import { ResetDialog } from './reset-dialog.tsx'
import { TermsDialog } from './terms-dialog.tsx'

export type FormDialog = 'terms' | 'reset'
export type FormDialogsProps = { shown: FormDialog | null; onClose: () => void; onReset: () => void }

/** What the form asks and tells in dialogs, a chunk of its own: few open either. */
export const FormDialogs = ({ shown, onClose, onReset }: FormDialogsProps) => (
  <>
    <TermsDialog isOpen={shown === 'terms'} onClose={onClose} />
    <ResetDialog isOpen={shown === 'reset'} onClose={onClose} onReset={onReset} />
  </>
)
