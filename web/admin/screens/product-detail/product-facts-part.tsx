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
  /** It is loaded when it is first visible, and keeps unsaved edits while it is hidden. */
  isVisible: boolean
  onDirtyChange: (isDirty: boolean) => void
}

/** The facts of the product, edited and saved separately from its other content. */
export function ProductFactsPart({ product, isVisible, onDirtyChange }: ProductFactsPartProps) {
  const [wasVisible, setWasVisible] = useState(isVisible)
  if (isVisible && !wasVisible) setWasVisible(true)
  const [history, setHistory] = useState<AttributeRecord | 'all' | null>(null)
  const category = useEditorState(({ loaded }) => String(loaded.value.category ?? ''))
  const openHistory = useCallback((attribute: AttributeRecord) => setHistory(attribute), [])
  if (!wasVisible) return null
  return (
    <div hidden={!isVisible}>
      <FactsEditor product={product} isVisible={isVisible} onDirtyChange={onDirtyChange}>
        {({ attributes }) => (
          <FactGroups
            attributes={attributes}
            category={category}
            onHistory={openHistory}
            onAllHistory={() => setHistory('all')}
          />
        )}
      </FactsEditor>
      <Drawer
        open={history !== null}
        size={560}
        title={history === 'all' || history === null ? '资料更新记录' : `“${history.label}”的更新记录`}
        onClose={() => setHistory(null)}
        destroyOnHidden
      >
        {history !== null && <FactHistory product={product} attribute={history === 'all' ? undefined : history.key} />}
      </Drawer>
    </div>
  )
}
