import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { NEW_ATTRIBUTE } from '#contracts/admin-pages.ts'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { LoadError } from '../../components/load-error.tsx'
import { restoreFocus } from '../../components/restore-focus.ts'
import { attributeQuery } from './attribute-calls.ts'
import { AttributeForm } from './attribute-form.tsx'
import { EMPTY_ATTRIBUTE } from './attribute-values.ts'

type AttributeDrawerProps = {
  /** The key of the opened attribute; '' if none is open. */
  attributeKey: string
  attributes: readonly AttributeRecord[]
  onOpen: (key: string) => void
  onClose: () => void
}

/** The drawer to edit an attribute, or to create one. */
export const AttributeDrawer = ({ attributeKey, onClose, ...props }: AttributeDrawerProps) => (
  <Drawer
    open={attributeKey !== ''}
    size={640}
    title={attributeKey === NEW_ATTRIBUTE ? '新建属性' : '编辑属性'}
    onClose={onClose}
    afterOpenChange={(isOpen) => !isOpen && restoreFocus()}
    destroyOnHidden
  >
    {attributeKey !== '' && (
      <OpenedAttribute key={attributeKey} attributeKey={attributeKey} onClose={onClose} {...props} />
    )}
  </Drawer>
)

function OpenedAttribute({ attributeKey, attributes, onOpen, onClose }: AttributeDrawerProps) {
  const isNew = attributeKey === NEW_ATTRIBUTE
  const { data: loaded, isPending, error, refetch } = useQuery({ ...attributeQuery(attributeKey), enabled: !isNew })
  if (!isNew && isPending)
    return (
      <div aria-busy="true">
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </div>
    )
  if (!isNew && !loaded) return <LoadError error={error} fallback={FACT_MESSAGES.attributesFailed} onRetry={refetch} />
  return (
    <AttributeForm
      loaded={loaded ?? { value: EMPTY_ATTRIBUTE, version: 0 }}
      record={loaded?.record}
      groups={[...new Set(attributes.map(({ group }) => group))]}
      categories={[...new Set(attributes.flatMap(({ categories }) => categories))]}
      onCreated={onOpen}
      onClose={onClose}
    />
  )
}
