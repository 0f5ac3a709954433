import { isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import { ButtonLink } from '../../components/document-links.tsx'
import { ErrorNotice, NotFoundNotice } from '../../components/page-states.tsx'

type ProductErrorProps = { error: unknown; listPath: string; onRetry: () => void }

/** Offers a link to the list if the product doesn't exist, and otherwise a retry. */
export function ProductError({ error, listPath, onRetry }: ProductErrorProps) {
  const message = toErrorMessage(error)
  if (!isNotFound(error)) return <ErrorNotice message={message} onRetry={onRetry} />
  return (
    <NotFoundNotice message={message}>
      <ButtonLink link={listPath} variant="outline">
        查看全部产品
      </ButtonLink>
    </NotFoundNotice>
  )
}
