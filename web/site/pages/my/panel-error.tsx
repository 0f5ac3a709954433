import { toErrorMessage } from '../../../shared/call-error.ts'
import { Button } from '../../components/buttons.tsx'

/** Shows why a panel's data couldn't be loaded, with a button to retry. */
export const PanelError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <div className="mt-3" role="alert">
    <p>{toErrorMessage(error)}</p>
    <Button variant="outline" className="mt-3" onClick={onRetry}>
      重新加载
    </Button>
  </div>
)
