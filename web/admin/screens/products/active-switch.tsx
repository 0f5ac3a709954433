import { App } from 'antd'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { ProductTableRow } from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { ActionSwitch } from '../../components/action-switch.tsx'
import { useCan } from '../../session/session.ts'
import { changeProducts } from './catalogue-calls.ts'
import { useRefetchCatalogue } from './use-refetch-catalogue.ts'

type ActiveSwitchProps = { catalogue: Catalogue; product: ProductTableRow }

/** Shows or hides a product for visitors, effective immediately. */
export function ActiveSwitch({ catalogue, product }: ActiveSwitchProps) {
  const canWrite = useCan('products:write')
  const refetchCatalogue = useRefetchCatalogue(catalogue)
  const { message } = App.useApp()
  const toggleMutation = useMutation({
    mutationFn: (isActive: boolean) =>
      changeProducts(catalogue, { ids: [product.id], action: isActive ? 'activate' : 'deactivate' }),
    onSuccess: ({ skipped: [skipped] }, isActive) => {
      if (skipped) message.warning(`“${product.name}”${skipped.reason}`)
      else message.success(`“${product.name}”已${isActive ? '上架' : '下架'}`)
    },
    onError: (error) => void message.error(describeActionError(error, ADMIN_MESSAGES.actionFailed)),
    onSettled: refetchCatalogue,
  })
  return (
    <span className="inline-flex min-h-11 items-center">
      <ActionSwitch
        aria-label={`上架${product.name}`}
        checked={product.isActive}
        checkedChildren="上架"
        unCheckedChildren="下架"
        disabled={!canWrite}
        isBusy={toggleMutation.isPending}
        onChange={(isActive) => toggleMutation.mutate(isActive)}
      />
    </span>
  )
}
