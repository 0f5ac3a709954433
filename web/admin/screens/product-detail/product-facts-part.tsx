import { Drawer } from 'antd'
import { useCallback, useState } from 'react'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { useEditorState } from '../../editors/editor-context.tsx'
import type { ProductReference } from '../product-facts/fact-calls.ts'
import { FactGroups } from '../product-facts/fact-groups.tsx'
import { FactHistory } from '../product-facts/fact-history.tsx'
import { FactsEditor } from '../product-facts/facts-editor.tsx'

type ProductFactsPartProps = {
  product: ProductReference
  /** The facts are loaded when this is first true. Unsaved edits are kept while it is false. */
  isVisible: boolean
  onDirtyChange: (isDirty: boolean) => void
}

/** The facts of the product, edited and saved separately from its other content. */
export function ProductFactsPart({ product, isVisible, onDirtyChange }: ProductFactsPartProps) {
  const [wasVisible, setWasVisible] = useState(isVisible)
  if (isVisible && !wasVisible) setWasVisible(true)
  const [openHistory, setOpenHistory] = useState<AttributeRecord | 'all' | null>(null)
  const category = useEditorState(({ loaded }) => String(loaded.value.category ?? ''))
  const openAttributeHistory = useCallback((attribute: AttributeRecord) => setOpenHistory(attribute), [])
  if (!wasVisible) return null
  return (
    <div hidden={!isVisible}>
      <FactsEditor product={product} isVisible={isVisible} onDirtyChange={onDirtyChange}>
        {({ attributes }) => (
          <FactGroups
            attributes={attributes}
            category={category}
            onOpenHistory={openAttributeHistory}
            onOpenAllHistory={() => setOpenHistory('all')}
          />
        )}
      </FactsEditor>
      <Drawer
        open={openHistory !== null}
        size={560}
        title={openHistory === 'all' || openHistory === null ? '资料更新记录' : `“${openHistory.label}”的更新记录`}
        onClose={() => setOpenHistory(null)}
        destroyOnHidden
      >
        {openHistory !== null && (
          <FactHistory product={product} attribute={openHistory === 'all' ? undefined : openHistory.key} />
        )}
      </Drawer>
    </div>
  )
}
